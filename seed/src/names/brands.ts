/** Invented brands by trade; a bigger shop is named from the same lists. */
export const brands = {
  lab: ['Prayog', 'Anuvik', 'Kaanch Scientific', 'Parakh'],
  rescue: ['Rakshak', 'Tarini', 'Agnivar', 'Pahaad Rescue'],
  shoes: ['Chaal', 'Daud', 'Nukkad', 'Zameen'],
  care: ['Vanya', 'Neemra', 'Kesari & Co', 'Saada', 'Phoolwari'],
  fencing: ['Talwaar', 'Parry & Panja', 'Vaar'],
  safety: ['Surakshit', 'Kavachi', 'Chetak Safety', 'Drishti'],
  industrial: ['Lohpath', 'Karkhana', 'Pakkad', 'Yantrik'],
  medical: ['Upchaar', 'Nabz', 'Sehatmand'],
  outdoor: ['Ghumakkad', 'Deodar', 'Banjara Trail'],
  stationery: ['Likhaai', 'Panna', 'Daftar'],
  kitchen: ['Rasoiya', 'Dabba', 'Tadka', 'Annam'],
  play: ['Maidan', 'Gilli', 'Shatranj House'],
} as const

import { createContext } from 'react'

/** What controls say by themselves; an app in other languages than English gives other texts. */
export const TextsContext = createContext({
  email: 'Email',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  tryAgain: 'Try again',
  products: (count: number): string => (count === 1 ? '1 product' : `${count} products`),
})

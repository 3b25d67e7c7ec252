/**
 * Common words. They are spelt right, so they are neither corrected nor taken for beginnings, though many are one letter
 * away from another shop's goods; and a description that has one only mentions it, so that it alone is no answer.
 */
const COMMON_WORDS = `about ac adapter again agarbatti almari almirah almond aloo angoothi anguthi anklet apple aquarium auto bali banana
bangle banian barbell barbie battery bed beer belt bench bicycle bike bikini bindi bird biscuit black blazer blender
blouse blush book bottle boxer bra bracelet brake bread brief brown buffalo bulb burqa butter cabinet cable cage cake
camera candle candy capsule car card carpet carrom cashew cat chain chair chandi charger charpai chawal cheeni cheese
chicken chief chips chocolate choli chose chudi clock close cloud clutch coffee cola comic commode computer concealer
condom console cookie cooler cot couch cow crate cream crocs crown cue cupboard curd curtain cushion cycle dahi dal
dance darwaza deodorant desk dholak dhoti diamond diaper disk diya dog door drawer dress drier drive drone drums dryer
dumbbell dupatta earbuds early earphone earring earth egg eight engine epilator every extension eyeliner fan
fertiliser fertilizer field first fish flight floater floor flute food foundation freezer fridge frock front fruit
fryer gaadi gadda gadi ganesh garden gate generator geyser ghadi ghagra ghari ghee gold golf gown grand grass great
green grinder group guitar haar hair hard harmonium headphone headset heart heater heel heera helmet henna hijab honey
hoodie horse hose hotel house inhaler insulin insurance inverter iphone iron jam jeans jewellery jewelry jhumka juice
juicer kajal kameez kangan ketchup keyboard khidki kursi kurta kurti lace laddu laptop large later laugh lawn layer
leash legging lego lehenga light lingerie loafer loan local lotion lower ludo lunch lungi major makkhan mala
mangalsutra mango masala mascara mat match mattress medicine mehndi memory metal meter mez microwave milk mirror
mithai mixer mobile modem money monitor month motor motorcycle mouse mouth movie mower murti music mutton namkeen nath
necklace never newspaper night nightie nighty noise noodles north novel offer onion order other outer oven pad paint
pajama palang paneer pant panties panty papad paper parda party passport pasta payal peace pendant pendrive perfume
pet phase phone photo piano piece pillow pipe place plain plane plant plate plug point polish pooja potato powder
power press price primer print printer projector proof protein puja pump puzzle pyaz pyjama queen quick quiet racing
radio raise raisin range rapid razai reach ready recharge refrigerator remote rice right ring river rouge round router
rug rum salt salwar sandal sanitary saree sari sauce scale scanner scarf scene scooter score seat seed sense serve
seven shade shape share sharp shawl shelf sherwani shift shine shirt shock short shower sight silver since sindoor
sink sitar skill skipping skirt sleep slipper small smart smartphone smartwatch smile smoke snack snake snooker socket
soda sofa soil solid solve sona song sound soundbar south space spare speak speaker speed spend spice sport staff
stage stake stand start state steam still stole stone stool store storm story straightener strip style subscription
sugar suit sunscreen sweater sweet swing switch syrup tabla table tablet takiya talc tamatar tampon tap taste teach
television thank theme thick thing think third three throw ticket tie tight tile tire title toaster today toffee
tomato total touch tower toy track tractor trade train trampoline treadmill treat trend trial trimmer tripod trouser
truck trust truth tshirt turmeric tv tyre under underwear uniform until upper upset urban usb usual vacuum value vase
vegetable vest video violin visa visit vitamin voice voucher wall wardrobe washer waste watch water wheat wheel whisky
white whole wig window wine wipes woman world worth write wrong yoga young`

const words = new Set(COMMON_WORDS.split(/\s+/))

export const isOrdinaryWord = (word: string): boolean =>
  words.has(word) || (word.endsWith('s') && words.has(word.slice(0, -1)))

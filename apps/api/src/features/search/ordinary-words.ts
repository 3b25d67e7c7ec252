/**
 * Words of other shops and everyday words that are one letter away from a product's. They are spelt right, so they are
 * neither corrected nor taken for beginnings.
 */

/** What shoppers in India look for elsewhere, in English, Hinglish and Hindi. */
const OTHER_GOODS = `ac adapter agarbatti almari almirah almond aloo angoothi anguthi anklet aquarium bali bangle banian barbell barbie
battery bed beer belt bench bikini bindi biscuit blazer blender blouse blush boxer bra bracelet brake bread brief
bulb burqa butter cabinet cable cage cake camera candle candy capsule carpet carrom cashew chair chandi charger
charpai chawal cheeni cheese chips chocolate choli chudi clock cola comic commode computer concealer condom console
cookie cooler cot couch crocs cue cupboard curd curtain cushion dahi dal darwaza deodorant desk dholak
dhoti diaper diapers disk diya door drawer drier drive drone drums dryer dumbbell dupatta earbuds earphone
earring earrings engine epilator extension eyeliner fan fertiliser fertilizer floater flute foundation freezer
fridge frock fryer gaadi gadda gadi ganesh gate generator geyser ghadi ghagra ghari ghee golf gown grinder guitar
haar harmonium headphone headset heater heel heels heera henna hijab hoodie hotel inhaler insulin insurance inverter
iphone iron jam jeans jewellery jewelry jhumka juice juicer kajal kameez kangan ketchup keyboard khidki kursi kurta
kurti lace laces laddu laptop lawn leash legging lego lehenga lingerie loan ludo lungi makkhan mala
mangalsutra masala mascara mattress mehndi meter mez microwave mithai mixer mobile modem monitor motor
motorcycle mouse movie mower murti mutton namkeen nath necklace newspaper nightie nighty noodles oven pajama
palang paneer pant panties panty papad paper parda passport pasta payal pendant pendrive perfume phone piano pillow
pipe plug polish pooja powder primer printer projector puja pump puzzle pyaz pyjama raisin razai recharge
refrigerator remote rice ring rouge router rug rum salwar sanitary saree sari sauce scanner seat shawl shelf
sherwani shower sindoor sink sitar skipping skirt smartphone smartwatch snack snooker socket soda sofa sona
soundbar speaker spice stole stool straightener subscription sunscreen sweater switch syrup tabla table takiya
talc tamatar tampon tap television ticket tie tile tire toaster toffee trampoline treadmill trimmer tripod turmeric
tv tyre underwear usb vacuum vase vegetable violin visa voucher wall wardrobe washer watch wheat whisky wig
window wine yoga`

const EVERYDAY = `about again apple auto banana bicycle bike bird black book bottle brown buffalo car card cat chain chicken chief
chose close cloud clutch coffee cow crate cream crown cycle dance diamond dog dress early earth egg eight every
field first fish flight floor food front fruit garden gold grand grass great green group hair hard heart helmet
honey horse hose house large later laugh layer level light loafer local lotion lower lunch major mango mat match
medicine memory metal milk mirror money month mouth music never night noise north novel offer onion order other
outer pad pads paint party peace pet phase photo piece place plain plane plant plate point pot potato power press
price print proof protein queen quick quiet racing radio raise range rapid reach ready right river round salt sandal
sandals scale scarf scene scooter score seed sense serve seven shade shape share sharp shift shine shirt shock short
sight silver since skill sleep slipper small smart smile smoke snake soil solid solve song sound south space spare
speak speed spend sport sports staff stage stake stand start state steam still stone store storm story strip style
sugar suit sweet swing tablet taste teach thank theme thick thing think third three throw tight title today tomato
total touch tower toy track tractor trade train treat trend trial trouser trousers truck trust truth tshirt under
uniform until upper upset urban usual value vest video visit vitamin voice waste water wheel white whole wipes woman
world worth write wrong young`

const goods = new Set(OTHER_GOODS.split(/\s+/))
const ordinary = new Set([...goods, ...EVERYDAY.split(/\s+/)])

const isAmong = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) || (word.endsWith('s') && words.has(word.slice(0, -1)))

/** Whether this is no misspelling of another word. */
export const isOrdinaryWord = (word: string): boolean => isAmong(ordinary, word)

/** Whether the word names something that a shop either sells or not: other words of a query do not make up for it. */
export const isOtherGoods = (word: string): boolean => isAmong(goods, word)

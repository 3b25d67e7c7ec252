/**
 * The synonyms of a fresh shop: everyday Indian English, Hinglish, Hindi, and some of other Indian languages.
 * `a, b > c, d`: a search for a or b finds c and d too. `a = b`: each finds the other. A meaning that no product has costs
 * nothing. A use such as `exam` means the goods for it.
 */
export const DEFAULT_SYNONYMS = `
# footwear
joota, joote, jute, juta, jutta, joota chappal, jooti, jooton, जूता, जूते, जूती, காலணி, காலணிகள், ஷூ, footwear, जोडे, জুতা, জুতো, బూట్లు, ಶೂ, ಬೂಟು, જૂતા, બૂટ > shoe, sneaker, boot, slip on
keds, canvas shoe, sneaker shoe > high top, sneaker
shoe > sneaker, runner, high top, slip on
footwear > gumboot, sandal, slipper
trainer, sports shoe, jogger, running shoe = runner
run = runner = running
trainer > running shoe, sneaker
chappal, chappals, hawai chappal, चप्पल, செருப்பு, चप्पल जोडी, চপ্পল, చెప్పులు, ಚಪ್ಪಲಿ, ચંપલ, cheruppu > slipper, sandal, flip flop, slip on, shoe
loafer, moccasin > slip on
gumboot = wellington = rain boot = rubber boot
gum boot > gumboot
mauja, moza, moze, mozay, moje, mauje, jurab, juraab, जुराब, मोजा, मोज़ा, मोज़े, मोजे, காலுறை, মোজা, సాక్స్, ಸಾಕ್ಸ್, ಕಾಲುಚೀಲ > sock
trekking shoe, trekking boot, hiking shoe, mountain shoe, trek shoe > hiking boot, trail
# clothing
kapda, kapde, कपड़े, कपड़ा, துணி > cloth, clothing, garment
kurta, kurti, कुर्ता = kurta
saree = sari = साड़ी = புடவை
shirt, kameez, कमीज, சட்டை > shirt
tee, t shirt = tshirt
pant, patloon, पैंट, trouser, breeches = trousers
jacket, coat = jacket
apron > lab coat
topi, टोपी, தொப்பி, hat = cap
dastana, dastane, दस्ताने, दस्ताना, கையுறை, hand glove, hand protection, দস্তানা, గ్లోవ్స్, చేతి తొడుగులు, ಕೈಗವಸು > glove
safety glove, work glove, industrial glove > cut resistant glove, chemical glove, glove
chashma, चश्मा, கண்ணாடி, চশমা, కళ్ళద్దాలు, ಕನ್ನಡಕ, ચશ્મા > sunglasses, glasses, goggle
specs, spectacles, eyewear, shades, sun glass > sunglasses, glasses, goggle
goggle, glasses > sunglasses, goggle
chhata, chhatri, chata, chatri, chatta, parasol, छाता, छतरी, குடை, brolly, छत्री, ছাতা, గొడుగు, ಛತ್ರಿ, છત્રી, kudai, godugu > umbrella
rumal, रुमाल > handkerchief
gamcha, tauliya, तौलिया, துண்டு > towel
chadar, चादर, bedsheet = bed sheet
kambal, कंबल > blanket
# bags
backpack = rucksack = haversack = daypack = knapsack
backpack, rucksack, pack bag, bag, pithu, pitthu > daypack, trek pack
trekking bag, hiking bag, trek bag > trek pack, daypack
school bag, college bag, laptop bag, office bag, basta, बस्ता, bookbag > daypack, backpack
jhola, thaila, thela, थैला, झोला, பை, ব্যাগ, బ్యాగ్, ಬ್ಯಾಗ್, ಚೀಲ, બેગ, થેલો, पिशवी > bag
suitcase, luggage, trolley bag, trolley, travel bag, attachi, trolley case > cabin case, suitcase
batua, बटुआ, purse = wallet
# personal care
sabun, saabun, saboon, sabon, साबुन, சோப்பு, சோப், bathing bar, साबण, সাবান, సబ్బు, ಸೋಪು, ಸಾಬೂನು, સાબુ, sabbu > soap
facewash = face wash = face cleanser
moisturizer = moisturiser
moisturizer, moisturiser, body cream, cold cream > lotion, cream
malai, cream, क्रीम > cream
tel, teil, तेल, எண்ணெய், তেল, నూనె, ಎಣ್ಣೆ, તેલ > oil
hair oil, balon ka tel, baalon ka tel, bal ka tel > hair oil
baal, bal, balon, baalon, बाल, முடி > hair
kangha, kanghi, kangi, कंघा, कंघी, சீப்பு, कंगवा, চিরুনি, దువ్వెన, ಬಾಚಣಿಗೆ, કાંસકો, seeppu > comb, curl pick
hairbrush, hair brush > comb
sheesha, shisha, aaina, aina, darpan, आईना, दर्पण, शीशा, आरसा, আয়না, అద్దం, ಕನ್ನಡಿ, અરીસો, kannadi > mirror
lali, लिपस्टिक, lip colour, lip color, உதட்டுச்சாயம் > lipstick
nail polish, nailpaint, nail paint, nail enamel, nakhun palish, नेल पॉलिश > nail colour
manjan, दंत मंजन > toothpaste, tooth powder
ब्रश, டூத் பிரஷ் > toothbrush
hath dhone, haath dhone, hand soap, handwash, liquid soap > hand wash
body wash, bodywash, shower gel > soap, hand wash
brush, tooth brush, daant brush, daton, datun > toothbrush
shaver, ustra, उस्तरा > razor
loofah, loofa, scrubber > bath sponge, sponge
shampu, शैम्पू, शैंपू, ஷாம்பு > shampoo
itra, attar, इत्र, scent, deo = perfume
# kitchen
bartan, बर्तन, பாத்திரம், utensil, cookware > cooker, kadhai, tawa, pan, bowl
cutlery > fork, knife, spoon
crockery > cup, bowl, teapot
kukar, कुकर, प्रेशर कुकर, குக்கர், cooker, cooker seeti wala > pressure cooker
kadai, karahi, karhai, kadahi, कड़ाही, कढ़ाई, wok, வாணலி, কড়াই, కడాయి, బాణలి, ಬಾಣಲೆ, કડાઈ, vanali = kadhai
tava, तवा, தவா, dosa pan, dosa kal, roti pan, griddle, তাওয়া, పెనం, ತವಾ, તવો = tawa
frying pan, fry pan, frypan, skillet > pan, omelette pan
chaku, chaaku, chakku, churi, चाकू, छुरी, கத்தி, kitchen knife, सुरी, ছুরি, కత్తి, ಚಾಕು, છરી, ચપ્પુ, katthi > knife
chammach, chamach, chamcha, karchi, kalchhi, कलछी, चमचा, चम्मच, கரண்டி, ladle, চামচ, చెంచా, ಚಮಚ, ચમચી > spoon
kanta, काँटा, கரண்டி முள் > fork
katori, katora, कटोरी, कटोरा, கிண்ணம், वाटी, বাটি, గిన్నె, ಬಟ್ಟಲು, વાટકી > bowl
thali, थाली, தட்டு > plate
kettle, ketli, kettli, केतली, tea pot, chaidani, chaydani = teapot
pyala, pyali, प्याला, mug, chai cup, tea cup, கோப்பை > cup
gilas, गिलास, tumbler > glass
dabba, dibba, डब्बा, डिब्बा, டப்பா > box, tiffin, container
lunch box, lunchbox, tiffin box, khane ka dabba, टिफिन, டிபன் > tiffin
aata, आटा, flour, மாவு = atta
achar, achaar, अचार, ஊறுகாய், aachar = pickle
namak, नमक, உப்பு > salt
namak dani, namakdani, namak daan, नमकदानी, नमक दानी > salt shaker
chai, चाय, தேநீர் > tea
martban, martaban, barni, jar > jar
botal, bottal, bottle, बोतल, பாட்டில், தண்ணீர் பாட்டில், बाटली, বোতল, బాటిల్, ಬಾಟಲ್, બોટલ > insulated bottle, steel bottle, bottle
water bottle, pani bottle, pani botal, paani bottle, paani botal, पानी बोतल, steel bottle, school bottle > insulated bottle, steel bottle, trail flask, bottle
sipper, thermos, thermosteel, thermos bottle, thermos flask, vacuum flask, hot water bottle = insulated bottle
flask = bottle
container, canister > box, jar
# lights and electrical
torch = flashlight = टॉर्च
flash light, torch light, hand torch, torchlight, டார்ச், টর্চ, టార్చ్, ಟಾರ್ಚ್, ટોર્ચ, बॅटरी > torch, flashlight
camping light, camp light, camping lamp, camp lamp, emergency lamp > camp lantern, lantern, torch
lalten, laltain, लालटेन, விளக்கு, lamp > lantern, lamp
light bulb, batti, बल्ब, बत्ती, பல்பு > bulb, lamp
pankha, पंखा, மின்விசிறி > fan
chumbak, chumbuk, चुंबक, चुम्बक, காந்தம் > magnet
tar, taar, तार > wire, cord
# tools
hathoda, hathauda, hathora, hathodi, hathaudi, thapi, हथौड़ा, हथौड़ी, சுத்தியல், mallet, हातोडा, হাতুড়ি, సుత్తి, ಸುತ್ತಿಗೆ, હથોડી, suthiyal > hammer
wrench, paana, pana, पाना = spanner
pechkas, penchkas, पेचकस, ஸ்க்ரூடிரைவர் > screwdriver
tester > screwdriver
aari, आरी, ரம்பம் > saw
rassi, raasi, rasi, rassa, रस्सी, रस्सा, கயிறு, दोर, दोरी, দড়ি, తాడు, ಹಗ್ಗ, દોરડું, kayiru > rope, cord
tala, taala, ताला, பூட்டு, lock, कुलूप, তালা, తాళం, ಬೀಗ, તાળું = padlock
chain, sangli, zanjeer, janjeer, zanjir, जंजीर, ज़ंजीर, சங்கிலி > chain
kulhadi, kulhaadi, tangiya, kulhari, कुल्हाड़ी, கோடாரி, hatchet > axe
phawda, fawda, phavda, belcha, kudal, फावड़ा, बेलचा, spade = shovel
nut bolt, nat bolt, पेंच, screw > bolt
jhadu, jhaadu, jharu, झाड़ू, துடைப்பம், झाडू, ঝাড়ু, చీపురు, ಪೊರಕೆ, સાવરણી, thudaippam > broom
balti, baalti, बाल्टी, வாளி, pail, बादली, বালতি, బకెట్, ಬಕೆಟ್, ડોલ, vaali > bucket
dustbin, waste bin, trash can, garbage bin, kachra dabba, kude ka dabba, kooda daan, कूड़ेदान, rubbish bin, குப்பைத்தொட்டி, wastepaper basket = waste basket
bin > waste basket
duct tape, gaffer tape, wrapping tape, packing tape > cloth tape
caution tape, barrier tape, danger tape, floor tape, warning tape > hazard tape, marking tape
road cone, safety cone > traffic cone
barrier, barricading > barricade
tep, टेप > tape
tool kit, toolkit, auzar, auzaar, औजार > tool box, spanner, screwdriver
jerry can, fuel can = jerrycan
peepa, drum, ड्रम > drum
wd40, wd 40, rust remover, lubricant spray, penetrating oil, penetrating spray > rust release
clamp, shikanja > clamp
bearing, bering > bearing
loudspeaker, loudhailer, loud speaker, bullhorn, bhopu, bhonpu, भोंपू = megaphone
mike, mic, loud speaker mike, माइक > microphone, megaphone
seeti, siti, सीटी, விசில் > whistle
kutubnuma, दिशा सूचक, दिशासूचक > compass
siren light, emergency light, flasher > beacon, lantern
# safety and medical
helmat, helmit, हेलमेट, ஹெல்மெட், தலைக்கவசம், hard hat, hardhat, safety cap, হেলমেট, హెల్మెట్, ಹೆಲ್ಮೆಟ್, હેલ્મેટ, शिरस्त्राण > helmet
climbing, rock climbing, mountaineering, parvatarohan > climber, climbing, rope, carabiner
labour helmet, construction helmet, site helmet, worker helmet > safety helmet, helmet
life vest, lifevest, flotation vest, floating jacket > life jacket
lifebuoy, life buoy, lifebelt, life ring, swimming ring > ring buoy
respirator = face mask
mask > face mask, respirator
n95, n95 mask, kn95, ffp2 mask, dust mask, surgical mask, pollution mask, corona mask, covid mask > respirator
mukhota, मास्क, மாஸ்க் > mask
earmuff, ear defender, ear protection, noise protection > ear muffs
aag bujhane, aag bujhane ka yantra, aag bujhane ki machine, aag bujhane wala cylinder, आग बुझाने, आग बुझाने का यंत्र, fire cylinder, fire bottle, अग्निशामक, அணைப்பான், தீயணைப்பான் > extinguisher
fire alarm, hooter, siren > beacon
reflective jacket, safety jacket, visibility jacket, hi viz, hi visibility, high visibility, hivis > hi vis vest
safety boot, safety shoe > steel toe gumboot
bp = blood pressure
bp machine, bp checker, bp check machine, bp checking machine, bp instrument, bp meter, bp set, bp napne ki machine, bp naapne ki machine, bp monitor, bp apparatus, blood pressure machine, बीपी मशीन, sphygmomanometer > blood pressure monitor
oxygen meter, oxymeter, spo2 meter, spo2 = pulse oximeter
oxygen > oximeter
band aid, bandaid, sticking plaster, adhesive bandage, बैंड एड > plaster, bandage
patti, पट्टी > bandage, plaster
bandage, gauze = crepe bandage
first aid kit, firstaid kit, medical kit, emergency kit = first aid box
thermameter, tharmameter, bukhar meter, fever meter, fever thermometer, body thermometer, थर्मामीटर, தெர்மோமீட்டர், থার্মোমিটার, థర్మామీటర్, ಥರ್ಮಾಮೀಟರ್, થર્મોમીટર > clinical thermometer, thermometer
sui, injection, इंजेक्शन, सुई, ஊசி > syringe, needle
baisakhi, baishakhi, बैसाखी, walking stick, walking support, chhadi, छड़ी, lathi > crutch, cane
wheel chair, wheel kursi, pahiya kursi, pahiye wali kursi, patient chair, viklang kursi, व्हीलचेयर, पहिया कुर्सी, வீல்சேர், சக்கர நாற்காலி > wheelchair
aala, आला, doctor machine > stethoscope
dudh ki botal, doodh ki bottle, baby bottle, milk bottle, feeder > feeding bottle
dawai, dawa, दवाई, दवा, மருந்து > medicine
# office and school
kalam, qalam, कलम, pen, पेन, பேனா, biro, কলম, పెన్ను, కలం, ಪೆನ್, પેન, pena > pen
ballpoint = ball pen
ink pen, syahi pen, nib pen > fountain pen
pencil, pensil, पेंसिल, பென்சில் = pencil
kapi, copy, कॉपी, exercise book, notepad, நோட்டு, वही, খাতা, నోట్ బుక్, ನೋಟ್ ಬುಕ್, નોટબુક = notebook
notebook > note pad, journal
diary, डायरी, டைரி > journal, notebook
kitab, kitaab, pustak, किताब, पुस्तक, புத்தகம் > book, notebook
khata, bahi, bahi khata, खाता, cash book, account book = ledger
ruler, scale, foot rule, steel scale, footrule, futta, पैमाना, ஸ்கேல், அளவுகோல் > rule
taraju, tarazu, taraazu, tarazoo, tula, kaanta tarazu, तराजू, तराज़ू, तुला, தராசு, weighing, weighing machine, weighing scale, weighing balance, weight machine, weight scale, weigh scale, weighing kata, দাঁড়িপাল্লা, త్రాసు, ತಕ್ಕಡಿ, ત્રાજવું > balance
khurdbeen, khurdbin, sukshmadarshi, सूक्ष्मदर्शी, खुर्दबीन, நுண்ணோக்கி > microscope
parakhnali, parakh nali, परखनली, testube > test tubes
chemical balance = physical balance
alcohol lamp, burner, bunsen burner, bunsen > spirit lamp
kainchi, kenchi, kaichi, qainchi, कैंची, கத்தரிக்கோல், कात्री, কাঁচি, కత్తెర, ಕತ್ತರಿ, કાતર, kathirikol > scissors
geometry box, geometry set > set squares
color, रंग, வண்ணம் = colour
paint box, colour box, water colour, watercolor, rang > watercolour, palette
marker > highlighter
stapler, staple machine = stapler
# sport and play
balla, बल्ला, bat > bat
gend, gaind, गेंद, பந்து, चेंडू, বল, బంతి, ಚೆಂಡು, દડો, pandhu > ball, football
soccer, soccer ball, फुटबॉल, கால்பந்து = football
basket ball, बास्केटबॉल > basketball
ping pong, pingpong, tt, tt bat, tt racket = table tennis
racket = racquet = रैकेट
shuttle, shuttlecock, चिड़िया, बैडमिंटन > badminton, shuttles
patang, पतंग, பட்டம், காற்றாடி, ঘুড়ি, గాలిపటం, ಗಾಳಿಪಟ, પતંગ, pattam > kite
shatranj, शतरंज, சதுரங்கம், chess board, chess set > chess, chess pieces
khilona, khilauna, khilone, khilaune, bachon ka khilona, खिलौना, खिलौने, பொம்மை, toy, खेळणी, খেলনা, బొమ్మ, ಆಟಿಕೆ, રમકડું > teddy, yo yo, kite
teddy, teddy bear, bhalu, bhaloo, gudda, soft toy, stuffed toy, bear, भालू, टेडी, doll, கரடி பொம்மை > teddy
lattu, लट्टू > yo yo
skate shoe, skating shoe, roller blade, rollerblade > roller skates
karate dress, karate uniform, judo dress, martial arts uniform > judo gi
punching gloves > boxing gloves
doorbeen, durbeen, doorbin, durbin, dur been, दूरबीन, தொலைநோக்கி > telescope
tambu, tamboo, camping tent, तंबू, तम्बू, கூடாரம், shelter, তাঁবু, గుడారం, ಡೇರೆ, તંબુ > tent
machhli pakadne ki, machli kanta > fishing rod
talwar, तलवार, sword, வாள் > sabre, foil, épée
canoe, kayak, nav, naav, नाव, படகு, boat > canoe
# uses
fever, bukhar, bukhaar, बुखार, காய்ச்சல் > clinical thermometer, thermometer
acne, pimple, pimples, muhase, मुँहासे > face wash, neem
skin care, skincare > face wash, lotion, cream, serum, soap
anti aging, antiaging, wrinkle, anti ageing, ageing > night cream, serum
makeup, make up, cosmetics, beauty > lipstick, nail colour, night cream
grooming, shaving, shaving blade, shaving kit, dadhi > razor
baby, infant, newborn, shishu > feeding bottle, teddy
cooking pot, patila, bhagona, pateela, biryani pot > cooker, kadhai
cricket, kriket, क्रिकेट, கிரிக்கெட் > willow bat
martial arts, karate > judo, boxing gloves
earplug, ear plug > ear muffs
mop, pocha, पोछा, cleaning, safai, सफाई > broom, bucket
rainy season, monsoon, raincoat, rain coat, barsaat, baarish, बारिश, மழை > umbrella, gumboot
fire safety > extinguisher
walking aid, mobility aid > crutch, cane, wheelchair
glassware > beaker, flask, test tubes, petri dishes, measuring cylinder
biology, jeev vigyan > microscope, dna
chemistry > beaker, flask, burette, reagent, test tubes
school supplies, office supplies > stationery
gift, birthday gift, return gift, present, birthday, janamdin, tohfa, उपहार, பரிசு > teddy, yo yo, chess, kite, watercolour, fountain pen
painting, paint, chitrakala, चित्रकला > watercolour, palette
drawing > pencils, watercolour, set squares
stargazing, astronomy > telescope
swimming goggle, swim goggle, diving goggle, diving mask, swimming mask, snorkel mask, scuba mask > dive mask
swimming, tairaki, tairna, तैराकी, snorkelling, snorkeling, diving > dive mask, life jacket, ring buoy
hair fall, hairfall, hair loss, hair growth, baal jhadna, baal girna, dandruff, rusi, frizzy hair, dry hair > shampoo, hair oil
dry skin, rough skin, cracked heels, winter care > lotion, cream
oily skin, oily face > neem soap, face wash
dark spots, glow, glowing skin, fairness, brightening > serum, night cream
curly hair, curls > curl pick
bath, bathing, nahana > soap, bath sponge
dental, oral care, teeth cleaning > toothbrush
wedding, shaadi, bridal > lipstick, nail colour
travel, travelling, trip, safar, yatra > cabin case, daypack, trek pack
cabin bag, cabin luggage, hand luggage, hand baggage, carry on, carry on bag, carry on luggage, flight bag, trolley suitcase > cabin case
trek, trekking, hiking, backpacking > hiking boot, trek pack, trail, daypack
picnic > insulated bottle, tiffin
exam, exams, pariksha, परीक्षा > ball pen, pencils, clipboard, highlighter, rule, set squares
maths, mathematics, geometry > set squares, rule
calligraphy > fountain pen
art, craft, art supplies > watercolour, pencils
hisab, hisaab, hisab kitab, accounting > ledger
construction, construction site, construction worker, building site, site safety > safety helmet, hi vis vest, gumboot, ear muffs, gloves
road safety, road work, parking > traffic cone, barricade, hazard tape
fire fighting, firefighting > extinguisher, fire axe
welding protection, welding safety, welding mask, welding glass > face shield, goggle
dust protection, pollution > respirator
electrician tool, electrical tool, electrical work > screwdriver
plumber tool, plumbing tool, plumbing > spanner, cloth tape
carpenter tool, carpentry, woodwork > hammer, hand saw, clamp
mechanic, mechanic tool, garage tool > spanner, tool box
jung, zang, rusted, seized bolt, jammed bolt > rust release
spare parts, machine parts, machinery > gear, bearing
heavy lifting, lifting load > lifting chain, crane hook
water storage, pani bharne > jerrycan, drum, bucket
flood, flooding, baadh, बाढ़, drowning, water rescue > life jacket, ring buoy, canoe
boating, rafting, river rafting > life jacket, canoe
emergency, accident, roadside > first aid, torch, beacon, extinguisher
power cut, blackout > camp lantern, torch
sprain, moch, मोच > crepe bandage
wound, injury, chot, चोट, ghav, bleeding > plaster, bandage, first aid
heartbeat, heart beat, pulse rate > pulse oximeter, stethoscope
elderly, senior citizen, bujurg, buzurg > wheelchair, crutch, cane
blind, blind stick, visually impaired > white cane
tea time, chai time > teapot, cup
nashta, नाश्ता > bowl
dinner, dinner set, dining > fork, spoon, bowl
khana pakana, cooking > cooker, kadhai, tawa, pan
lunch > tiffin
indoor game, board game > chess, table tennis
outdoor game > football, volleyball, basketball
fencing uniform, fencing dress, fencing pant, fencing trousers > fencing jacket, fencing breeches
star gazing, stars, moon, planets > telescope
liquid measure, measuring liquid > measuring cylinder
physics > balance, magnet, thermometer
# English words in Devanagari
कप > cup
मग > mug, cup
प्लेट > plate
जार > jar
पैन > pan
बॉक्स > box
बैग > bag
शूज, शूज़ > shoe
सॉक्स > sock
बूट, बूट्स > boot
ग्लव्स > glove
जैकेट > jacket
कैप > cap
मिरर > mirror
क्लीनर > cleaner
टेंट > tent
लैंप, लैम्प > lamp
लाइट > light
स्टील > steel
ग्लास, कांच, काँच > glass
स्केट, स्केट्स > skates
माइक्रोस्कोप > microscope
स्टेथोस्कोप > stethoscope
# people, materials and qualities
bachcha, bachche, baccha, bacche, baccho, bachon, बच्चा, बच्चे, बच्चों, குழந்தை, child, children, junior, boys, girls > kids
kids = children
lal, laal, लाल, சிவப்பு > red
neela, nila, नीला, நீலம் > blue
hara, हरा, பச்சை > green
kala, kaala, काला, கருப்பு > black
safed, सफेद, வெள்ளை > white
peela, pila, पीला, மஞ்சள் > yellow
gulabi, गुलाबी > pink
grey = gray
loha, lohe, loh, लोहा, लोहे, இரும்பு > iron, steel
iron > steel
steel > iron
lakdi, लकड़ी, மரம், wood = wooden
chamda, चमड़ा, தோல் > leather
sooti, suti, सूती > cotton
water resistant, waterproof = waterproof
unbreakable > steel
dast, dust > dust
`

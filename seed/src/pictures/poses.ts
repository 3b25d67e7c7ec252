/** Drawings of things that are laid out and seen from above; all others stand. */
export const lying = new Set(
  (
    'foil epee sabre body-cord rope-coil carabiner knot chains link comb highlighter oximeter whistle ' +
    'test-tube syringe stethoscope adhesive-bandage crutch white-cane axe flashlight hook compass shovel pick ' +
    'thong-sandal toothbrush razor sponge hair-pick lipstick safety-pin wrench hammer screwdriver carpentry-saw ' +
    'hammer-and-wrench clamp nut-and-bolt gear bearing magnet straight-ruler triangular-ruler scissors pencil pen ' +
    'fountain-pen paintbrush pushpin paperclip linked-paperclips envelope name-badge label bookmark clipboard ' +
    'sunglasses glasses kitchen-knife fork-and-knife spoon chopsticks tawa watch gloves socks electric-plug ' +
    'herb leaf-fluttering-in-wind respirator martial-arts-uniform lab-coat fencing-jacket fencing-breeches ' +
    'fencing-glove t-shirt running-shirt jeans coat shorts safety-vest life-jacket scarf artist-palette eraser ' +
    'sewing-needle military-medal tear-off-calendar diving-mask fishing-pole badminton cricket-game ping-pong ' +
    'skateboard keyboard thermometer lotus hibiscus rose sunflower lemon locked-with-key key old-key x-ray ' +
    'fork-and-knife-with-plate bookmark-tabs receipt broken-chain goggles paintbrush crayon stopwatch no-entry ' +
    'stop-sign warning biohazard radioactive dna balloon ticket tennis field-hockey broom plunger pill ladder stopwatch cucumber banana hot-pepper carrot'
  ).split(' '),
)

/** Main colours that measuring gets wrong, because another colour covers more of the drawing. */
export const paints: Record<string, string> = {
  'court-shoe': '#2a6fd0',
  lantern: '#33683e',
  'cloth-tape': '#b4bdc3',
}

/** Steel that Noto Emoji draws sky blue, painted as steel wherever it appears. */
export const retouched: Record<string, string> = {
  wrench: 'Steel',
  clamp: 'Steel',
  'nut-and-bolt': 'Steel',
  gear: 'Steel',
  chains: 'Steel',
  'straight-ruler': 'Steel',
  'balance-scale': 'Gold',
  wastebasket: 'Grey',
}

/** Drawings that a mirror would make wrong: figures, writing, a right-handed helix. */
export const oneWay = new Set(
  'oximeter bp-monitor scoring-box watch stopwatch x-ray dna compass cricket-game fencing-jacket lab-coat'.split(
    ' ',
  ),
)

/** Degrees that set a drawing level which was drawn askew. */
export const tilts: Record<string, number> = { 'running-shoe': -12, 'hiking-boot': -8 }

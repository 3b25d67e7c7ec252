import type { DemoBanner, DemoLink } from './shape.ts'

interface Scene {
  tone: string
  drawing: string
  colour?: string
  companions: [string, string, string]
}

function banner(banner_name: string, name: string, alt: string, scene: Scene, link: DemoLink): DemoBanner {
  return { banner_name, name, alt, picture: { look: 'banner', seed: name, ...scene }, link }
}

export const banners: DemoBanner[] = [
  banner(
    'Run before the sun does',
    'banner-sneakers',
    'A running shoe in front of a high-top, a water bottle and a stopwatch',
    {
      tone: 'oat',
      drawing: 'running-shoe',
      colour: 'Coral',
      companions: ['water-bottle', 'high-top', 'stopwatch'],
    },
    { to: 'category', slug: 'sneakers' },
  ),
  banner(
    'A laboratory that starts on Monday',
    'banner-lab',
    'A microscope with a flask, a beaker and a reagent bottle',
    { tone: 'sage', drawing: 'microscope', companions: ['conical-flask', 'beaker', 'dropper-bottle'] },
    { to: 'category', slug: 'lab-equipment' },
  ),
  banner(
    'Today’s hot deals end tonight',
    'banner-deals',
    'A tent with a backpack, a lantern and a water bottle',
    { tone: 'moss', drawing: 'tent', companions: ['backpack', 'lantern', 'water-bottle'] },
    { to: 'hotdeals' },
  ),
  banner(
    'Ready before it happens',
    'banner-rescue',
    'A rescue helmet with a life jacket, a ring buoy and a first aid box',
    {
      tone: 'sand',
      drawing: 'rescue-workers-helmet',
      companions: ['life-jacket', 'ring-buoy', 'first-aid-box'],
    },
    { to: 'category', slug: 'rescue-gear' },
  ),
  banner(
    'Everything for the kitchen, nothing for the drawer',
    'banner-kitchen',
    'A pressure cooker with a tiffin, a teapot and a jar',
    { tone: 'peach', drawing: 'pressure-cooker', companions: ['tiffin', 'teapot', 'jar'] },
    { to: 'collections' },
  ),
]

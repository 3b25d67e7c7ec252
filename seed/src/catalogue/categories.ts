import type { DemoCategory, DemoPicture } from '../shape.ts'

const display = (
  seed: string,
  tone: string,
  drawing: string,
  second: string,
  third: string,
): DemoPicture => ({
  look: 'category',
  drawing,
  tone,
  seed,
  companions: [second, third],
})

const category = (
  slug: string,
  name: string,
  tone: string,
  drawings: [string, string, string],
): DemoCategory => ({
  slug,
  name,
  picture: display(slug, tone, ...drawings),
})

/** In display order. */
export const categories: DemoCategory[] = [
  category('lab-equipment', 'Lab Equipment', 'sage', ['microscope', 'conical-flask', 'beaker']),
  category('rescue-gear', 'Rescue Gear', 'sand', ['rescue-workers-helmet', 'life-jacket', 'ring-buoy']),
  category('sneakers', 'Sneakers', 'oat', ['high-top', 'running-shoe', 'slip-on']),
  category('personal-care', 'Personal Care', 'blush', ['lotion-bottle', 'cream-jar', 'soap']),
  category('fencing', 'Fencing', 'stone', ['fencing-mask', 'fencing-jacket', 'fencing-glove']),
  category('safety', 'Safety', 'butter', ['hard-hat', 'fire-extinguisher', 'traffic-cone']),
  category('industrial-supplies', 'Industrial Supplies', 'clay', ['toolbox', 'spray-can', 'bearing']),
  category('medical-first-aid', 'Medical & First Aid', 'mint', [
    'first-aid-box',
    'bp-monitor',
    'bandage-roll',
  ]),
  category('outdoor-camping', 'Outdoor & Camping', 'moss', ['tent', 'backpack', 'lantern']),
  category('office-stationery', 'Office & Stationery', 'sky', ['stapler', 'blue-book', 'spiral-notepad']),
  category('kitchen-dining', 'Kitchen & Dining', 'peach', ['pressure-cooker', 'tiffin', 'teapot']),
  category('sports-play', 'Sports & Play', 'lilac', ['basketball', 'trophy', 'boxing-glove']),
]

import type { DemoBanner } from './shape.ts'

export const banners: DemoBanner[] = [
  {
    banner_name: 'Run before the sun does',
    name: 'banner-sneakers',
    alt: 'A blue running shoe with socks, a water bottle and a stopwatch',
    picture: {
      look: 'banner',
      drawing: 'running-shoe',
      tone: 'oat',
      seed: 'banner-sneakers',
      companions: ['water-bottle', 'high-top', 'socks'],
    },
    link: { to: 'category', slug: 'sneakers' },
  },
]

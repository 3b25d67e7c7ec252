/** How a shop looks: its three colours with the contrast that they need, its corners, font and ornament. */
import * as z from 'zod/mini'

export const Colour = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/))
/** The address of an uploaded picture. */
export const BrandPicture = z.string().check(z.regex(/^\/media\/i-[0-9a-f]{32}\.webp$/))
export const CORNERS = ['square', 'soft', 'round'] as const
export const FONTS = ['anek', 'baloo', 'lora', 'system'] as const

const Look = z.object({
  colours: z.object({ main: Colour, accent: Colour, paper: Colour }),
  corners: z.enum(CORNERS),
  font: z.enum(FONTS),
  /** The striped awning above pages and mails. */
  ornament: z.boolean(),
})
export type Look = z.output<typeof Look>
export type Colours = Look['colours']

export const Brand = z.extend(Look, {
  /** In place of the stall, on light ground. */
  logo: z.nullable(BrandPicture),
  /** On the footer's dark ground. */
  logo_dark: z.nullable(BrandPicture),
  /** Whether the name stands beside the logo. */
  logo_with_name: z.boolean(),
  favicon: z.nullable(BrandPicture),
  links: z.object({
    whatsapp: z.nullable(z.string()),
    instagram: z.nullable(z.string()),
    facebook: z.nullable(z.string()),
    youtube: z.nullable(z.string()),
  }),
})
export type Brand = z.output<typeof Brand>

/** The first is that of a new shop. */
export const PRESETS = {
  Haat: {
    colours: { main: '#0c4a57', accent: '#f3a31c', paper: '#fbf5e9' },
    ...{ corners: 'soft', font: 'anek', ornament: true },
  },
  Indigo: {
    colours: { main: '#312e81', accent: '#f9a8d4', paper: '#f8f7fc' },
    ...{ corners: 'round', font: 'baloo', ornament: false },
  },
  Rose: {
    colours: { main: '#8a1538', accent: '#f5c26b', paper: '#fdf6f3' },
    ...{ corners: 'soft', font: 'lora', ornament: true },
  },
  Neem: {
    colours: { main: '#1f5130', accent: '#c5d86d', paper: '#f7f8f0' },
    ...{ corners: 'round', font: 'anek', ornament: false },
  },
  Plain: {
    colours: { main: '#1f2937', accent: '#fbbf24', paper: '#ffffff' },
    ...{ corners: 'square', font: 'system', ornament: false },
  },
} as const satisfies Record<string, Look>

export const DEFAULT_BRAND: Brand = {
  ...PRESETS.Haat,
  ...{ logo: null, logo_dark: null, logo_with_name: true, favicon: null },
  links: { whatsapp: null, instagram: null, facebook: null, youtube: null },
}

/** The colours that follow from the three, by the name of their token. */
export type Palette = Record<keyof typeof HAAT, string>

/** As `packages/ui/src/tokens.css` has them. */
const HAAT = {
  paper: '#fbf5e9',
  'paper-deep': '#f3e8d3',
  card: '#fffcf6',
  line: '#e4d7bf',
  'line-strong': '#857764',
  peacock: '#0c4a57',
  'peacock-deep': '#07333d',
  'peacock-tint': '#e0ebe8',
  marigold: '#f3a31c',
  'marigold-tint': '#fbe6ba',
}
/** No shop changes these: its texts, and what is well or wrong. */
export const INK = '#231c14'
export const INK_SOFT = '#5d5144'
const TEXTS = [INK_SOFT, '#2b6535', '#a3301d']

const channels = (colour: string): number[] => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))

/** @param share of `other`, 0 to 1 */
function mix(colour: string, other: string, share: number): string {
  const others = channels(other)
  const mixed = channels(colour).map((value, at) => Math.round(value + (others[at]! - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 to 21, as WCAG 2 measures it. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The colour nearest to this one, darker or lighter, that passes; null if none does. */
function nearest(colour: string, passes: (colour: string) => boolean): string | null {
  for (let step = 0; step <= 100; step += 1)
    for (const other of ['#000000', '#ffffff']) {
      const mixed = mix(colour, other, step / 100)
      if (passes(mixed)) return mixed
    }
  return null
}

const isSame = (one: Colours, other: Colours): boolean =>
  one.main === other.main && one.accent === other.accent && one.paper === other.paper

export const hasOwnColours = ({ colours }: Pick<Brand, 'colours'>): boolean =>
  !isSame(colours, DEFAULT_BRAND.colours)

export function paletteOf(colours: Colours): Palette {
  if (isSame(colours, DEFAULT_BRAND.colours)) return HAAT
  const { main, accent, paper } = colours
  const deep = mix(paper, INK, 0.05)
  const edge = mix(paper, INK, 0.45)
  return {
    paper,
    'paper-deep': deep,
    card: mix(paper, '#ffffff', 0.6),
    line: mix(paper, INK, 0.12),
    'line-strong': nearest(edge, (one) => contrast(one, deep) >= EDGE) ?? INK,
    peacock: main,
    'peacock-deep': mix(main, '#000000', 0.3),
    'peacock-tint': mix(paper, main, 0.1),
    marigold: accent,
    'marigold-tint': mix(paper, accent, 0.3),
  }
}

/** The least contrast of text, and of edges and large shapes. */
const TEXT = 4.5
const EDGE = 3

interface Rule {
  part: keyof Colours
  /** What needs the contrast. */
  of: string
  needed: number
  measure: (colours: Colours, palette: Palette) => number
}

const RULES: readonly Rule[] = [
  {
    ...{ part: 'paper', of: 'text on the background', needed: TEXT },
    measure: (_, palette) => Math.min(...TEXTS.map((text) => contrast(text, palette['paper-deep']))),
  },
  {
    ...{ part: 'main', of: 'links, headings and buttons on the background', needed: TEXT },
    measure: ({ main }, palette) =>
      Math.min(contrast(main, palette['paper-deep']), contrast(main, palette['peacock-tint'])),
  },
  {
    ...{ part: 'accent', of: 'text on the accent', needed: TEXT },
    measure: ({ accent }) => contrast(INK, accent),
  },
  {
    ...{ part: 'accent', of: 'the accent on the darkest ground', needed: TEXT },
    measure: ({ accent }, palette) => contrast(accent, palette['peacock-deep']),
  },
  {
    ...{ part: 'accent', of: 'the accent beside the main colour', needed: EDGE },
    measure: ({ main, accent }) => contrast(main, accent),
  },
]

export interface Measured extends Pick<Rule, 'part' | 'of' | 'needed'> {
  ratio: number
}

/** What each pair of colours has, and needs. */
export function measureContrast(colours: Colours): Measured[] {
  const palette = paletteOf(colours)
  return RULES.map(({ part, of, needed, measure }) => ({
    part,
    of,
    needed,
    ratio: measure(colours, palette),
  }))
}

export interface ColourFault extends Measured {
  /** The nearest colour that passes. */
  nearest: string | null
  message: string
}

const isReadable = (colours: Colours, part: keyof Colours): boolean =>
  measureContrast(colours).every((one) => one.part !== part || one.ratio >= one.needed)

const floored = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1)

/** The pairs that cannot be read. */
export const faultsOfColours = (colours: Colours): ColourFault[] =>
  measureContrast(colours)
    .filter(({ ratio, needed }) => ratio < needed)
    .map((measured) => {
      const { part, of, ratio, needed } = measured
      const better = nearest(colours[part], (one) => isReadable({ ...colours, [part]: one }, part))
      const advice = better === null ? '' : ` The nearest that passes is ${better}.`
      const message = `The contrast of ${of} is ${floored(ratio)}; it needs ${needed}.${advice}`
      return { ...measured, nearest: better, message }
    })

const RADII = { square: [0, 2, 4], soft: [6, 10, 16], round: [12, 18, 26] } as const
/** In pixels: small, medium, large. */
export const radiiOf = ({ corners }: Pick<Look, 'corners'>): readonly [number, number, number] =>
  RADII[corners]

const FAMILIES: Record<Look['font'], string> = {
  anek: "'Anek Latin','Anek fallback'",
  baloo: "'Baloo 2','Anek Latin'",
  lora: "'Lora','Anek Latin',Georgia,serif",
  system: 'system-ui',
}
/** For mails, whose readers have none of the shop's fonts but perhaps these. */
export const familyOf = ({ font }: Pick<Look, 'font'>): string =>
  FAMILIES[font].replace(",'Anek fallback'", '')

/** What a page of the shop has beside its stylesheet; nothing where it looks as Haat does. */
export function brandCss({ colours, corners, font, ornament }: Look): string {
  const isOwn = !isSame(colours, DEFAULT_BRAND.colours)
  const [small, medium, large] = radiiOf({ corners })
  const variables = [
    ...(isOwn ? Object.entries(paletteOf(colours)).map(([name, value]) => `--color-${name}:${value}`) : []),
    ...(corners === 'soft'
      ? []
      : [`--radius-sm:${small}px`, `--radius-md:${medium}px`, `--radius-lg:${large}px`]),
    ...(font === 'anek' ? [] : [`--font-sans:${FAMILIES[font]},'Anek Indic',system-ui,sans-serif`]),
  ]
  const root = variables.length > 0 ? `:root{${variables.join(';')}}` : ''
  // The drawing of the login has Haat's colours.
  const drawing = isOwn || !ornament ? 'img[src="/stall.svg"]{display:none}' : ''
  return root + drawing + (ornament ? '' : '.awning{display:none}')
}

/** The stall as an icon in a shop's colours. */
export const markSvg = ({ peacock, marigold, paper }: Palette): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${peacock}"/><path d="M5 8h22v6a3.67 3.67 0 0 1-7.33 0 3.67 3.67 0 0 1-7.34 0A3.67 3.67 0 0 1 5 14z" fill="${paper}"/><path d="M12.33 8h7.34v6a3.67 3.67 0 0 1-7.34 0z" fill="${marigold}"/><path d="M8 20h3v7H8zm13 0h3v7h-3z" fill="${paper}"/></svg>`

/** Colours of a backdrop. `accent` is that of cartons and name cards. */
export interface Tone {
  wall: string
  floor: string
  prop: string
  shade: string
  accent: string
}

/** One palette per category. */
export const tones: Record<string, Tone> = {
  sage: { wall: '#e6ebe4', floor: '#f2f3ed', prop: '#d0dbcf', shade: '#53655a', accent: '#3f6b5c' },
  sand: { wall: '#f3e6d6', floor: '#faf2e7', prop: '#e8d0b3', shade: '#7a5c3d', accent: '#b4522c' },
  oat: { wall: '#ece6de', floor: '#f6f2ec', prop: '#dbd0c2', shade: '#665a4c', accent: '#3b3a45' },
  blush: { wall: '#f5e4de', floor: '#fbf1ec', prop: '#ebcfc5', shade: '#7d5a50', accent: '#a04f56' },
  stone: { wall: '#e5e4e6', floor: '#f2f1f1', prop: '#d2d0d4', shade: '#55535c', accent: '#2f3f63' },
  butter: { wall: '#f6ebcd', floor: '#fcf5e2', prop: '#ecd9a5', shade: '#75622f', accent: '#c2741b' },
  clay: { wall: '#eae0d8', floor: '#f5eee8', prop: '#d7c4b6', shade: '#65503f', accent: '#8a4b2f' },
  mint: { wall: '#dfeeea', floor: '#eff7f4', prop: '#c5dfd8', shade: '#416760', accent: '#1f7a72' },
  moss: { wall: '#e7e9d8', floor: '#f3f4e9', prop: '#d2d6b8', shade: '#5b6140', accent: '#58672f' },
  sky: { wall: '#e1e9f0', floor: '#f0f4f8', prop: '#cbd9e6', shade: '#4d6076', accent: '#33587f' },
  peach: { wall: '#f7e3d0', floor: '#fcf1e6', prop: '#efcfae', shade: '#7f5733', accent: '#a8501f' },
  lilac: { wall: '#e9e4ee', floor: '#f5f1f7', prop: '#d8cde1', shade: '#60506f', accent: '#5f4a83' },
}

export type Setting = 'plain' | 'disc' | 'arch' | 'sun' | 'block' | 'window'
export type Surface = 'plain' | 'diagonal' | 'tray' | 'round'

/** The gradients that all pictures use. */
export function definitions(tone: Tone): string {
  return (
    `<linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${tone.wall}"/><stop offset=".68" stop-color="${tone.prop}"/><stop offset=".76" stop-color="${tone.wall}"/><stop offset="1" stop-color="${tone.prop}"/></linearGradient>` +
    `<radialGradient id="light" cx=".28" cy=".18" r=".9"><stop stop-color="#fffaf0" stop-opacity=".6"/><stop offset=".5" stop-color="#fffaf0" stop-opacity=".05"/><stop offset="1" stop-color="${tone.shade}" stop-opacity=".2"/></radialGradient>` +
    `<radialGradient id="contact"><stop stop-color="${tone.shade}" stop-opacity=".62"/><stop offset=".55" stop-color="${tone.shade}" stop-opacity=".3"/><stop offset="1" stop-color="${tone.shade}" stop-opacity="0"/></radialGradient>` +
    `<linearGradient id="prop" x1="0" y1="0" x2="1" y2="0"><stop stop-color="${tone.floor}"/><stop offset=".35" stop-color="${tone.prop}"/><stop offset="1" stop-color="${tone.shade}" stop-opacity=".55"/></linearGradient>` +
    `<linearGradient id="side" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${tone.prop}"/><stop offset="1" stop-color="${tone.wall}"/></linearGradient>`
  )
}

/** A round plinth whose top is at `y`. */
export function plinth(cx: number, y: number, rx: number, tall: number, tone: Tone): string {
  const ry = rx * 0.16
  return (
    `<ellipse cx="${cx + 40}" cy="${y + tall + ry * 0.7}" rx="${rx * 1.14}" ry="${ry * 1.25}" fill="url(#contact)"/>` +
    `<path d="M${cx - rx} ${y}v${tall}a${rx} ${ry} 0 0 0 ${rx * 2} 0v${-tall}z" fill="${tone.prop}"/>` +
    `<path d="M${cx - rx} ${y}v${tall}a${rx} ${ry} 0 0 0 ${rx * 2} 0v${-tall}z" fill="url(#prop)" opacity=".55"/>` +
    `<ellipse cx="${cx}" cy="${y}" rx="${rx}" ry="${ry}" fill="${tone.floor}"/>` +
    `<ellipse cx="${cx}" cy="${y + 2}" rx="${rx - 4}" ry="${ry - 2}" fill="${tone.wall}" opacity=".45"/>`
  )
}

/** A cuboid with its front face `w` × `h` standing on `y`. */
export function cuboid(x: number, y: number, w: number, h: number, tone: Tone): string {
  const d = 60
  return (
    `<ellipse cx="${x + w / 2 + d}" cy="${y}" rx="${w * 0.74}" ry="${22 + w * 0.03}" fill="url(#contact)"/>` +
    `<path d="M${x} ${y - h}l${d} ${-d * 0.6}h${w}l${-d} ${d * 0.6}z" fill="${tone.floor}"/>` +
    `<path d="M${x + w} ${y}v${-h}l${d} ${-d * 0.6}v${h}z" fill="${tone.shade}" opacity=".38"/>` +
    `<path d="M${x} ${y}v${-h}h${w}v${h}z" fill="${tone.prop}"/>`
  )
}

const furniture: Record<Setting, (tone: Tone) => string> = {
  plain: () => '',
  disc: (tone) => plinth(600, 980, 480, 60, tone),
  arch: (tone) =>
    `<path d="M170 905V560a430 430 0 0 1 860 0v345z" fill="${tone.shade}" opacity=".1" transform="translate(14 0)"/><path d="M170 905V560a430 430 0 0 1 860 0v345z" fill="${tone.prop}" opacity=".9"/>`,
  sun: (tone) => `<circle cx="600" cy="530" r="455" fill="${tone.prop}" opacity=".85"/>`,
  block: (tone) => cuboid(90, 1060, 960, 118, tone),
  window: () =>
    '<g fill="#fffdf6" opacity=".6"><path d="M80 0h190l330 800H410zM330 0h190l330 800H660zM580 0h150l330 800H910z"/></g>',
}

/** The `y` of the product's foot in each setting. */
export const footOf: Record<Setting, number> = {
  plain: 1000,
  disc: 998,
  arch: 1000,
  sun: 1000,
  block: 930,
  window: 1000,
}

/** The backdrop of a picture seen from the side. */
export function room(setting: Setting, tone: Tone): string {
  return (
    `<rect width="1200" height="1200" fill="url(#wall)"/>${setting === 'window' ? furniture.window(tone) : ''}` +
    `<rect width="1200" height="1200" fill="url(#light)"/>${setting === 'window' ? '' : furniture[setting](tone)}`
  )
}

const surfaces: Record<Surface, (tone: Tone) => string> = {
  plain: () => '',
  diagonal: (tone) => `<path d="M0 860 1200 380v820H0z" fill="${tone.prop}" opacity=".62"/>`,
  tray: (tone) =>
    `<rect x="150" y="162" width="920" height="920" rx="46" fill="${tone.shade}" opacity=".07"/><rect x="148" y="158" width="920" height="920" rx="46" fill="${tone.shade}" opacity=".07"/><rect x="146" y="154" width="920" height="920" rx="46" fill="${tone.shade}" opacity=".08"/><rect x="140" y="140" width="920" height="920" rx="46" fill="${tone.prop}"/><rect x="164" y="164" width="872" height="872" rx="30" fill="${tone.floor}"/>`,
  round: (tone) =>
    `<circle cx="610" cy="620" r="470" fill="${tone.shade}" opacity=".06"/><circle cx="608" cy="616" r="470" fill="${tone.shade}" opacity=".06"/><circle cx="606" cy="612" r="470" fill="${tone.shade}" opacity=".06"/><circle cx="600" cy="600" r="470" fill="${tone.prop}" opacity=".9"/>`,
}

/** The backdrop of a picture seen from above. */
export function table(surface: Surface, tone: Tone): string {
  return (
    `<rect width="1200" height="1200" fill="${tone.wall}"/><rect width="1200" height="1200" fill="url(#light)"/>` +
    surfaces[surface](tone)
  )
}

/** The colours of variants. */

const COLOURS =
  /^(black|white|silver|gold|red|maroon|crimson|coral|(hot|light)?pink|magenta|purple|violet|indigo|lavender|navy|(sky|royal|(light|dark))?blue|teal|turquoise|(light|dark|forest)?green|olive|lime|yellow|orange|brown|tan|beige|ivory|khaki|(light|dark)?gr[ae]y)$/

/** Colours of goods whose names browsers do not know. */
const SHADES: Readonly<Record<string, string>> = {
  ...{ charcoal: '#36454f', cream: '#fff3d0', mustard: '#e1ad01', peach: '#ffcba4', rust: '#b7410e' },
  ...{ wine: '#722f37', copper: '#b87333', rosegold: '#b76e79', offwhite: '#f8f4e8' },
}

/** A colour of CSS by its English name; null for names of the merchant's own. */
export function swatchOf(color: string | null): string | null {
  const name = color?.toLowerCase().replaceAll(/[ -]/g, '') ?? ''
  return COLOURS.test(name) ? name : (SHADES[name] ?? null)
}

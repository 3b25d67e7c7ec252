/** The shop's look in the documents of its pages: colours, corners and font as a style, and the icon of the tab. */
import { type Brand, brandCss, hasOwnColours, markSvg, paletteOf } from '@haat/contract/brand'

const FONT = /<link\s+rel="preload"\s+as="font"[^<>]*>/
const ICONS = /<link\s+rel="(icon|apple-touch-icon)"[^<>]*>\s*/g
const THEME = /(<meta name="theme-color" content=")[^"]*/

function iconsOf(brand: Brand): string {
  const { favicon, colours } = brand
  if (favicon !== null) {
    const jpeg = favicon.replace(/webp$/, 'jpg')
    return `<link rel="icon" href="${favicon}?w=160"><link rel="apple-touch-icon" href="${jpeg}">`
  }
  const mark = encodeURIComponent(markSvg(paletteOf(colours)))
  return `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${mark}">`
}

/** @param html a document, or its beginning; one of a shop that looks as Haat does stays as it is */
export function brandedPage(html: string, brand: Brand): string {
  const css = brandCss(brand)
  const isOwn = hasOwnColours(brand)
  const style = css === '' ? '' : `<style>${css}</style>`
  const icons = isOwn || brand.favicon !== null ? iconsOf(brand) : ''
  return html
    .replace(FONT, (link) => (brand.font === 'anek' ? link : ''))
    .replaceAll(ICONS, (link) => (icons === '' ? link : ''))
    .replace(THEME, (meta, start: string) => (isOwn ? start + brand.colours.main : meta))
    .replace(/(?=<meta name="color-scheme")/, icons + style)
}

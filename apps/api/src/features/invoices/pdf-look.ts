/** The shop's look on its documents. */
import { type Brand, hasOwnColours } from '@haat/contract/brand'
import type { Shop } from '../../shop.ts'
import type { PdfLook } from './pdf-document.ts'

/** Of the logo, in pixels: twice what is printed. */
const HEIGHT = 240

export async function pdfLook({ media, log }: Pick<Shop, 'media' | 'log'>, brand: Brand): Promise<PdfLook> {
  const colour = hasOwnColours(brand) ? brand.colours.main : null
  const file = brand.logo?.replace('/media/', '')
  if (file === undefined) return { colour, logo: null }
  try {
    const stored = await media.originals.read(file)
    const { default: sharp } = await import('sharp')
    const logo =
      stored && (await sharp(stored).resize({ height: HEIGHT, withoutEnlargement: true }).png().toBuffer())
    return { colour, logo }
  } catch (error) {
    // An invoice without a logo is better than none.
    log.error({ err: error }, 'the logo could not be read')
    return { colour, logo: null }
  }
}

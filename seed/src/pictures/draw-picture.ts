import type { DemoPicture } from '../shape.ts'
import { definitions } from './backdrop.ts'
import { drawBanner, drawCategory } from './displays.ts'
import { Ids } from './drawings.ts'
import { drawPack, drawTagged } from './labelled.ts'
import { drawAngle, drawDetail, drawFront, drawScene, drawSet, type Studio } from './looks.ts'
import { tones } from './tones.ts'

const looks: Record<DemoPicture['look'], (studio: Studio) => string> = {
  front: drawFront,
  angle: drawAngle,
  detail: drawDetail,
  scene: drawScene,
  set: drawSet,
  pack: drawPack,
  tagged: drawTagged,
  category: drawCategory,
  banner: drawBanner,
}

/**
 * The picture as an SVG document: 1200 × 1200, or 1920 × 720 for a banner, whose left half stays quiet for
 * the text over it. Pure: the same picture is the same text. Throws on an unknown drawing, tone or colour.
 */
export function drawPicture(picture: DemoPicture): string {
  const tone = tones[picture.tone]
  if (tone === undefined) throw new Error(`No tone named ${picture.tone}`)
  const [width, height] = picture.look === 'banner' ? [1920, 720] : [1200, 1200]
  const drawn = looks[picture.look]({ picture, tone, ids: new Ids() })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<defs>${definitions(tone)}</defs>${drawn}</svg>`
  )
}

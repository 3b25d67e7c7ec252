import { cuboid, plinth, room } from './backdrop.ts'
import { drawingNamed, type Ids } from './drawings.ts'
import type { Studio } from './looks.ts'
import { put, stood, type Placing } from './place.ts'

function onStage(name: string, at: Placing, ids: Ids, shade: string): string {
  if (drawingNamed(name).pose === 'stand') return stood(name, at, ids, shade)
  return put(name, { ...at, cy: at.cy - at.height / 2 }, ids, shade)
}

/** A group on plinths before an arch. */
export function drawCategory({ picture, tone, ids }: Studio): string {
  const [second, third] = picture.companions ?? []
  const arch = `<path d="M150 960V560a450 450 0 0 1 900 0v400z" fill="${tone.prop}" opacity=".7"/>`
  const stage = plinth(870, 770, 200, 210, tone) + cuboid(170, 985, 330, 150, tone)
  const rest =
    (second ? onStage(second, { cx: 870, cy: 780, width: 360, height: 400 }, ids, tone.shade) : '') +
    (third ? onStage(third, { cx: 340, cy: 825, width: 320, height: 330 }, ids, tone.shade) : '')
  const hero = { cx: 600, cy: 1060, width: 600, height: 600, colour: picture.colour }
  return room('plain', tone) + arch + stage + rest + onStage(picture.drawing, hero, ids, tone.shade)
}

/** The right half holds the group, the left half only light. */
export function drawBanner({ picture, tone, ids }: Studio): string {
  const [second, third, fourth] = picture.companions ?? []
  const ground =
    `<rect width="1920" height="720" fill="${tone.wall}"/><path d="M0 560h1920v160H0z" fill="${tone.floor}"/>` +
    `<circle cx="1390" cy="350" r="380" fill="${tone.prop}" opacity=".75"/><rect width="1920" height="720" fill="url(#light)"/>`
  const stage = cuboid(1020, 640, 250, 130, tone) + plinth(1690, 500, 150, 130, tone)
  const rest = [
    second && onStage(second, { cx: 1690, cy: 508, width: 280, height: 320 }, ids, tone.shade),
    third && onStage(third, { cx: 1150, cy: 500, width: 230, height: 270 }, ids, tone.shade),
    fourth && onStage(fourth, { cx: 1640, cy: 690, width: 190, height: 180 }, ids, tone.shade),
  ]
  const hero = { cx: 1410, cy: 670, width: 440, height: 500, colour: picture.colour }
  return ground + stage + rest.filter(Boolean).join('') + onStage(picture.drawing, hero, ids, tone.shade)
}

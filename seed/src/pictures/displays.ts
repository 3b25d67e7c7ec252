import { cuboid, plinth, room } from './backdrop.ts'
import type { Studio } from './looks.ts'
import { stood } from './place.ts'

/** A group on plinths before an arch. */
export function drawCategory({ picture, tone, ids }: Studio): string {
  const [second, third] = picture.companions ?? []
  const arch = `<path d="M150 960V560a450 450 0 0 1 900 0v400z" fill="${tone.prop}" opacity=".7"/>`
  const stage = plinth(915, 700, 215, 240, tone) + cuboid(90, 960, 380, 200, tone)
  const rest =
    (second ? stood(second, { cx: 915, cy: 712, width: 390, height: 430 }, ids, tone.shade) : '') +
    (third ? stood(third, { cx: 275, cy: 745, width: 360, height: 380 }, ids, tone.shade) : '')
  const hero = { cx: 615, cy: 1100, width: 600, height: 560, colour: picture.colour }
  return room('plain', tone) + arch + stage + rest + stood(picture.drawing, hero, ids, tone.shade)
}

/** The right half holds the group, the left half only light. */
export function drawBanner({ picture, tone, ids }: Studio): string {
  const [second, third, fourth] = picture.companions ?? []
  const ground =
    `<rect width="1920" height="720" fill="${tone.wall}"/><path d="M0 560h1920v160H0z" fill="${tone.floor}"/>` +
    `<circle cx="1390" cy="350" r="380" fill="${tone.prop}" opacity=".75"/><rect width="1920" height="720" fill="url(#light)"/>`
  const stage = cuboid(1000, 640, 260, 130, tone) + plinth(1690, 500, 150, 130, tone)
  const rest = [
    second && stood(second, { cx: 1690, cy: 508, width: 280, height: 320 }, ids, tone.shade),
    third && stood(third, { cx: 1130, cy: 502, width: 240, height: 270 }, ids, tone.shade),
    fourth && stood(fourth, { cx: 1770, cy: 700, width: 190, height: 180 }, ids, tone.shade),
  ]
  const hero = { cx: 1430, cy: 672, width: 430, height: 480, colour: picture.colour }
  return ground + stage + rest.filter(Boolean).join('') + stood(picture.drawing, hero, ids, tone.shade)
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { recolour, silhouette } from './recolour.ts'

/** A drawing on its own grid: `box` is the part of it that holds ink, `paint` its main colour. */
export interface Drawing {
  body: string
  box: [x: number, y: number, width: number, height: number]
  paint: string
  /** `stand` is seen from the side and rests on the floor, `lie` is laid out and seen from above. */
  pose: 'stand' | 'lie'
}

const FILE = join(import.meta.dirname, '../../assets/drawings.json')

let library: Record<string, Drawing> | undefined

/** Every drawing by name; the file is read once, on first use. */
export function drawings(): Record<string, Drawing> {
  library ??= JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Drawing>
  return library
}

export function drawingNamed(name: string): Drawing {
  const drawing = drawings()[name]
  if (drawing === undefined) throw new Error(`No drawing named ${name}`)
  return drawing
}

/** Gives every id in a nested drawing a prefix of its own, so that two of them never share a gradient. */
function prefixIds(body: string, prefix: string): string {
  return body
    .replaceAll(/\bid="([^"]+)"/g, `id="${prefix}$1"`)
    .replaceAll(/url\(#([^)]+)\)/g, `url(#${prefix}$1)`)
    .replaceAll(/href="#([^"]+)"/g, `href="#${prefix}$1"`)
}

/** Hands out the id prefixes of one picture. */
export class Ids {
  #next = 0
  prefix(): string {
    this.#next += 1
    return `d${this.#next}-`
  }
}

export function bodyOf(drawing: Drawing, ids: Ids, colour: string | undefined): string {
  const painted = colour === undefined ? drawing.body : recolour(drawing.body, drawing.paint, colour)
  return prefixIds(painted, ids.prefix())
}

export function shadowOf(drawing: Drawing, ids: Ids, colour: string): string {
  return prefixIds(silhouette(drawing.body, colour), ids.prefix())
}

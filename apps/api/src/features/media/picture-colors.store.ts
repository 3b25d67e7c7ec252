/** The colour that stands for a picture until it is loaded. */
import { inArray } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import { pictureUrl } from './media-urls.ts'

/** Pictures that are not looked up again. */
const KNOWN_MAX = 10_000
const LOOKED_UP = 500

export interface PictureColors {
  /** The pictures among these that have no colour yet. */
  findMissing(bases: readonly string[]): Promise<string[]>
  /** Stores the colour that most of a picture has, once. @param picture path or content of the picture in any size */
  record(base: string, picture: string | Buffer): Promise<void>
}

export function pictureColors(db: Database): PictureColors {
  const { picture_colors } = db.tables
  const known = new LRUCache<string, true>({ max: KNOWN_MAX })
  const findMissing = async (bases: readonly string[]): Promise<string[]> => {
    const missing: string[] = []
    for (let from = 0; from < bases.length; from += LOOKED_UP) {
      const some = bases.slice(from, from + LOOKED_UP).filter((base) => !known.has(base))
      const rows = await db
        .select({ media_url: picture_colors.media_url })
        .from(picture_colors)
        .where(inArray(picture_colors.media_url, some.map(pictureUrl)))
      const found = new Set(rows.map((row) => row.media_url))
      for (const base of some) {
        if (found.has(pictureUrl(base))) known.set(base, true)
        else missing.push(base)
      }
    }
    return missing
  }
  return {
    findMissing,
    async record(base, picture) {
      if ((await findMissing([base])).length === 0) return
      known.set(base, true)
      const { dominantColor } = await import('./render-picture.ts')
      const color = await dominantColor(picture)
      if (color === null) return
      await db.transaction(async (tx) => {
        await tx
          .insert(picture_colors)
          .values({ media_url: pictureUrl(base), color })
          .onConflictDoNothing()
      })
    },
  }
}

/** The colour that stands for a picture until it is loaded. */
import { eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { pictureUrl } from './media-urls.ts'

export interface PictureColors {
  /** Stores the colour that most of a picture has, once. @param picture path or content of the picture in any size */
  record(base: string, picture: string | Buffer): Promise<void>
}

export function pictureColors(db: Database): PictureColors {
  const { picture_colors } = db.tables
  return {
    async record(base, picture) {
      const media_url = pictureUrl(base)
      const [known] = await db.select().from(picture_colors).where(eq(picture_colors.media_url, media_url))
      if (known) return
      const { dominantColor } = await import('./render-picture.ts')
      const color = await dominantColor(picture)
      if (color === null) return
      await db.transaction(async (tx) => {
        await tx.insert(picture_colors).values({ media_url, color }).onConflictDoNothing()
      })
    },
  }
}

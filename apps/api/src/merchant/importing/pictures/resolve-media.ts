/** Turns what a file calls a picture into something the shop can show. */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseMediaName, pictureUrl, videoUrl } from '../../../features/media/media-urls.ts'
import type { MediaRef } from '../draft.ts'
import type { Refusal } from '../fields.ts'
import type { Medium } from '../batch.ts'
import { fetchPicture, PictureRefused } from './fetch-picture.ts'
import { isKept, isOwnName, keepFilm, keepPicture, pictureName } from './keep-picture.ts'
import type { PictureShelf } from './picture-shelf.ts'

export interface MediaDesk {
  /** The shop's media folder. */
  root: string
  /** The shop's own address: pictures there are its own. */
  publicUrl: string
  /** Pictures beside the file. */
  shelf: PictureShelf | null
  fetch: (url: string) => Promise<Buffer>
}

export const openMediaDesk = (
  options: Omit<MediaDesk, 'fetch'> & { fetch?: MediaDesk['fetch'] },
): MediaDesk => ({ fetch: (url) => fetchPicture(url), ...options })

const YOUTUBE =
  /^https?:\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?v=|embed\/|shorts\/)|youtu\.be\/)([A-Za-z0-9_-]{11})(?:[?&#].*)?$/
const KEPT_AS = ['webp', 'jpg', 'png', 'avif', 'svg']

/** @returns the medium, or why it cannot be taken */
export async function resolveMedium(desk: MediaDesk, ref: MediaRef): Promise<Medium | Refusal> {
  try {
    return await find(desk, ref)
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    return { line: ref.line, column: ref.column, value: ref.ref, reason: error.message }
  }
}

async function find(desk: MediaDesk, { ref, alt }: MediaRef): Promise<Medium> {
  const youtube = YOUTUBE.exec(ref)?.[1]
  if (youtube !== undefined)
    return { media_type: 'video', media_url: youtube, video_source: 'youtube', alt: '' }
  const own = ownMedium(desk, ref)
  if (own) return { ...own, alt: own.media_type === 'image' ? alt : '' }
  if (/\.mp4$/i.test(ref)) return { ...(await bringFilm(desk, ref)), alt: '' }
  return { media_type: 'image', media_url: pictureUrl(await bring(desk, ref)), video_source: null, alt }
}

async function bringFilm({ root, shelf }: MediaDesk, ref: string): Promise<Omit<Medium, 'alt'>> {
  const bytes = await shelf?.find(ref)
  if (!bytes) throw new PictureRefused('The film is not in the folder or zip')
  return { media_type: 'video', media_url: videoUrl(await keepFilm(root, bytes)), video_source: 'upload' }
}

/** A file of the shop's own media folder, named by its address. */
function ownMedium({ root, publicUrl }: MediaDesk, ref: string): Omit<Medium, 'alt'> | null {
  const path = ref.startsWith(`${publicUrl}/`) ? ref.slice(publicUrl.length) : ref
  const media = path.startsWith('/media/') ? parseMediaName(path.slice('/media/'.length)) : null
  if (media?.kind === 'picture' && KEPT_AS.some((kind) => existsSync(join(root, `${media.base}.${kind}`)))) {
    return { media_type: 'image', media_url: pictureUrl(media.base), video_source: null }
  }
  if (media?.kind === 'video' && existsSync(join(root, `${media.base}.mp4`))) {
    return { media_type: 'video', media_url: videoUrl(media.base), video_source: 'upload' }
  }
  return null
}

/** @returns the name under which the picture is kept now */
async function bring({ root, shelf, fetch }: MediaDesk, ref: string): Promise<string> {
  const beside = (await shelf?.find(ref)) ?? null
  if (beside) {
    const given = basename(ref).replace(/\.[a-z]+$/i, '')
    const base = isOwnName(given) ? given : pictureName('i', beside)
    await keepPicture(root, base, beside)
    return base
  }
  if (!/^https?:\/\//i.test(ref)) {
    throw new PictureRefused(
      shelf
        ? 'The picture is not in the folder or zip'
        : 'The picture is on no server: name its folder with --images',
    )
  }
  const base = pictureName('u', ref)
  if (!isKept(root, base)) await keepPicture(root, base, await fetch(ref))
  return base
}

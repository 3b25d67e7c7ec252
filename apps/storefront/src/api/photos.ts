import { t } from '@lingui/core/macro'
import { messageOf } from './client.ts'

type Add = (headers: { 'content-type': string }, body: Uint8Array) => Promise<unknown>

/** Sends photos one after the other. @returns which were not taken, and why; null for none */
export async function addPhotos(photos: readonly File[], add: Add): Promise<string | null> {
  const refused: string[] = []
  const reasons = new Set<string>()
  for (const photo of photos)
    try {
      await add({ 'content-type': photo.type }, new Uint8Array(await photo.arrayBuffer()))
    } catch (error) {
      refused.push(`“${photo.name}”`)
      reasons.add(messageOf(error, t`It could not be sent.`))
    }
  return refused.length === 0 ? null : `${refused.join(', ')}. ${[...reasons].join(' ')}`
}

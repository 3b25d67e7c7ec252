/** Looks after the pictures of a batch before its transaction begins: files and foreign servers take their time. */
import type { MediaRef, ProductDraft } from './draft.ts'
import type { Refusal } from './fields.ts'
import { type MediaDesk, resolveMedium } from './pictures/resolve-media.ts'
import type { Medium, Prepared } from './batch.ts'

const AT_ONCE = 4

/**
 * @param desk null leaves pictures out
 * @param refusals pictures that do not go in; their products do
 */
export async function prepareBatch(
  drafts: ProductDraft[],
  desk: MediaDesk | null,
  refusals: Refusal[],
): Promise<Prepared[]> {
  const found = desk ? await resolveAll(drafts, desk, refusals) : new Map<MediaRef, Medium>()
  const media = (refs: MediaRef[]): Medium[] => distinct(refs.flatMap((ref) => found.get(ref) ?? []))
  return drafts.map((draft) => ({
    draft,
    media: media([...draft.pictures, ...draft.videos]),
    variantMedia: draft.variants.map(({ pictures }) => media(pictures)),
  }))
}

const distinct = (media: Medium[]): Medium[] =>
  media.filter((medium, at) => media.findIndex((one) => one.media_url === medium.media_url) === at)

async function resolveAll(
  drafts: ProductDraft[],
  desk: MediaDesk,
  refusals: Refusal[],
): Promise<Map<MediaRef, Medium>> {
  const refs = drafts.flatMap((draft) => [
    ...draft.pictures,
    ...draft.videos,
    ...draft.variants.flatMap(({ pictures }) => pictures),
  ])
  const found = new Map<MediaRef, Medium>()
  const failed: Refusal[] = []
  const waiting = refs.values()
  const work = async (): Promise<void> => {
    for (const ref of waiting) {
      const medium = await resolveMedium(desk, ref)
      if ('reason' in medium) failed.push(medium)
      else found.set(ref, medium)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  refusals.push(...failed.toSorted((a, b) => a.line - b.line))
  return found
}

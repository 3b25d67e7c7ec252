/** The shop's text pages. All functions throw Failures. */
import { Page, PAGE_SLUGS, PageSlug } from '@haat/contract/settings'
import type { InputOf, ReplyOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { deletePage, findOwnPages, readPage, storePage } from '../../features/settings/settings.store.ts'
import type { Shop } from '../../shop.ts'
import { badRequest, noSuch } from '../../http/failure.ts'
import type { ActTable } from '../act-table.ts'

/** The pages that every shop has, then the merchant's own by title. */
export async function listPages(shop: Pick<Shop, 'db' | 'pay'>): Promise<ReplyOf<Staff['pages']['list']>> {
  const pages = (await findOwnPages(shop.db)).map((page) => ({ ...page, own: true }))
  for (const slug of PAGE_SLUGS.toReversed()) pages.unshift({ ...(await getPage(shop, slug)), own: false })
  return pages.map(({ slug, title, own }) => ({ slug, title, own, address: `/pages/${slug}` }))
}

export async function getPage({ db, pay }: Pick<Shop, 'db' | 'pay'>, slug: string): Promise<Page> {
  const page = await readPage(db, pay, slug)
  if (!page) throw noSuch(`There is no page "${slug}".`, { remedy: `See haat pages list.` })
  return page
}

/**
 * Adds a page, or replaces its title and text.
 *
 * @param title by default the title that the page has
 * @returns the page, with whether it is new
 */
export async function setPage(
  { db, now, pay }: Pick<Shop, 'db' | 'now' | 'pay'>,
  { slug, title, text }: { slug: string; title?: string | undefined; text: string },
): Promise<Page & { added: boolean }> {
  if (!PageSlug.safeParse(slug).success)
    throw badRequest('A page needs a slug of small letters, digits and hyphens, such as shipping-policy.')
  return db.transaction(async (tx) => {
    const before = await readPage(tx, pay, slug)
    const newTitle = title?.trim() ?? before?.title
    if (newTitle === undefined)
      throw noSuch(`There is no page "${slug}".`, { remedy: `To add it, give a title: --title "…"` })
    if (text.trim() === '') throw badRequest('The text is empty.')
    const page = Page.safeParse({ slug, title: newTitle, text: text.replaceAll('\r\n', '\n').trim() })
    if (!page.success) throw badRequest('A title has 1 to 100 characters, and a text has 100,000 at most.')
    await storePage(tx, page.data, now())
    return { ...page.data, added: before === undefined }
  })
}

/** Deletes one of the merchant's own pages. */
export async function removePage(
  { db }: Pick<Shop, 'db'>,
  { slug }: InputOf<Staff['pages']['delete']>,
): Promise<ReplyOf<Staff['pages']['delete']>> {
  if (PAGE_SLUGS.some((fixed) => fixed === slug))
    throw badRequest(`You cannot delete the page "${slug}".`, {
      remedy: `You can change it: haat pages set ${slug} FILE.`,
    })
  if (!(await db.transaction((tx) => deletePage(tx, slug)))) throw noSuch(`There is no page "${slug}".`)
  return { slug }
}

export const pageActs: ActTable<Staff['pages']> = {
  list: listPages,
  get: (shop, { slug }) => getPage(shop, slug),
  set: setPage,
  delete: removePage,
}

/** The shop's text pages. All functions throw Failures. */
import { Page, PAGE_SLUGS, PageSlug } from '@haat/contract/settings'
import type { InputOf, ReplyOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import type { Reader } from '../../db/database.ts'
import { markdownHtml } from '../../features/settings/markdown.ts'
import { draftPages } from '../../features/settings/page-drafts.ts'
import {
  deletePage,
  findOwnPages,
  readPage,
  readSettings,
  storePage,
} from '../../features/settings/settings.store.ts'
import type { Shop } from '../../shop.ts'
import { badRequest, noSuch } from '../../http/failure.ts'
import type { ActTable } from '../act-table.ts'

/** The pages that every shop has, then the merchant's own by title, then what is proposed. */
export async function listPages({
  db,
  pay,
}: Pick<Shop, 'db' | 'pay'>): Promise<ReplyOf<Staff['pages']['list']>> {
  const settings = await readSettings(db)
  const own = await findOwnPages(db)
  const standard = await Promise.all(PAGE_SLUGS.map(async (slug) => (await readPage(db, pay, slug))!))
  const drafts = draftPages(settings, pay).filter(({ slug }) => !own.some((page) => page.slug === slug))
  const rows = (pages: Omit<Page, 'text'>[], kind: 'standard' | 'own' | 'draft') =>
    pages.map(({ slug, title, in_footer }) => ({ slug, title, in_footer, kind, address: `/pages/${slug}` }))
  return [...rows(standard, 'standard'), ...rows(own, 'own'), ...rows(drafts, 'draft')]
}

const readDraft = async (reader: Reader, pay: Shop['pay'], slug: string): Promise<Page | undefined> =>
  draftPages(await readSettings(reader), pay).find((draft) => draft.slug === slug)

/** A page of the shop, or one that is proposed. */
export async function getPage({ db, pay }: Pick<Shop, 'db' | 'pay'>, slug: string): Promise<Page> {
  const page = (await readPage(db, pay, slug)) ?? (await readDraft(db, pay, slug))
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
  { slug, title, text, in_footer }: InputOf<Staff['pages']['set']>,
): Promise<Page & { added: boolean }> {
  if (!PageSlug.safeParse(slug).success)
    throw badRequest('The address needs small letters, digits and hyphens, such as shipping-policy.', {
      field: 'slug',
    })
  return db.transaction(async (tx) => {
    const before = await readPage(tx, pay, slug)
    const newTitle = title?.trim() ?? (before ?? (await readDraft(tx, pay, slug)))?.title
    if (newTitle === undefined)
      throw noSuch(`There is no page "${slug}".`, { remedy: `To add it, give a title: --title "…"` })
    if (text.trim() === '') throw badRequest('The text is empty.', { field: 'text' })
    const page = Page.safeParse({
      ...{ slug, title: newTitle, text: text.replaceAll('\r\n', '\n').trim() },
      in_footer: in_footer === undefined ? (before?.in_footer ?? true) : in_footer === 'yes',
    })
    if (!page.success) throw badRequest('A title has 1 to 100 characters, and a text has 100,000 at most.')
    await storePage(tx, page.data, now())
    return { ...page.data, added: before === undefined }
  })
}

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
  preview: async (_shop, { text }) => ({ html: markdownHtml(text) }),
  delete: removePage,
}

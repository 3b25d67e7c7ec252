/** Checks where banners lead: pages of the shop are looked up in the database. */
import { PATTERNS } from '@haat/contract/rules'
import { isStorefrontPath, patterns } from '@haat/contract/storefront-paths'
import type { Shop } from '../../shop.ts'
import { findCategory } from '../catalogue/categories.ts'
import { getProduct } from '../catalogue/products.ts'
import { readPage } from '../../features/settings/settings.store.ts'
import { badRequest, conflict, Failure, noSuch } from '../../http/failure.ts'

type LinkShop = Pick<Shop, 'db' | 'config' | 'pay'>

/** Pages that a banner may sensibly lead to. */
const LINKABLE = [patterns.hotDeals, patterns.newArrivals, patterns.collections, patterns.products]

/**
 * A link as the storefront follows it: the shop's own addresses as paths, and a category, which may be given by name
 * or slug, by its id.
 *
 * @throws Failure when the link leads to nothing
 */
export async function resolveLink({ db, config, pay }: LinkShop, text: string): Promise<string> {
  if (!PATTERNS.link.test(text))
    throw badRequest('The link must be an address of the shop such as /hotdeals, or https://…')
  const link = ownPath(text, config)
  if (!link.startsWith('/')) return link
  if (!isStorefrontPath(link))
    throw badRequest(
      `The shop has no page ${link}. Its pages include ${LINKABLE.join(', ')}, /product/12 and /category-page?category=3.`,
    )
  const url = new URL(link, config.publicUrl)
  const [screen, id = ''] = url.pathname.split('/').filter(Boolean)
  if (screen === 'pages' && !(await readPage(db, pay, id))) throw noSuch(`There is no page "${id}".`)
  if (screen === 'product') {
    const { product } = await getProduct({ db }, `#${id}`)
    if (!product.is_published) throw conflict(`Customers cannot see ${product.name}: it is hidden.`)
  }
  const category = url.searchParams.get('category')
  if (category === null && `/${screen}` === patterns.categoryPage)
    throw badRequest('The link must name its category: /category-page?category=3')
  if (category === null) return link
  const found = await findCategory(db, category)
  if (category === String(found.id)) return link
  url.searchParams.set('category', String(found.id))
  return `${url.pathname}${url.search}${url.hash}`
}

/** Whether the link of a banner still leads somewhere. */
export async function isLinkAlive(shop: LinkShop, link: string): Promise<boolean> {
  const path = ownPath(link, shop.config)
  try {
    return (await resolveLink(shop, path)) === path
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)$/

/** The path of a full address of this shop; any other link as it is. */
function ownPath(link: string, { publicUrl, port }: LinkShop['config']): string {
  if (link.startsWith('/') || !URL.canParse(link)) return link
  const url = new URL(link)
  const isServer = LOOPBACK.test(url.hostname) && url.port === String(port)
  const isOwn = url.host === new URL(publicUrl).host || isServer
  return isOwn ? `${url.pathname}${url.search}${url.hash}` : link
}

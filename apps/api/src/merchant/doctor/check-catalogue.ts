/** Checks products, pictures, deals and banners. */
import { ENDED_GST_RATES, GST_RATES } from '../../features/invoices/gst.ts'
import type { Shop } from '../../shop.ts'
import { isLinkAlive } from '../promotions/banner-links.ts'
import { type CheckResult, error, warning } from './check-result.ts'
import {
  currentDeals,
  findLinkedBanners,
  hasProducts,
  type NamedRow,
  pricedAboveMrp,
  usedMedia,
  type VariantRow,
  withGstRate,
  withOddHsn,
  withOtherGstRate,
  withoutCategory,
  withoutGstRate,
  withoutHsn,
  withoutMrp,
  withoutOrigin,
  withoutPrice,
  withoutVariants,
} from './doctor.store.ts'

/** An amount as `haat products set` takes it. @param paise rounded up to a rupee */
const rupees = (paise: number): number => Math.ceil(paise / 100)

export async function checkCatalogue({ db }: Shop, hasGstin: boolean): Promise<CheckResult[]> {
  const unpriced = {
    mrp: await withoutMrp(db),
    above: await pricedAboveMrp(db),
    zero: await withoutPrice(db),
  }
  const [origin, variants, category] = [
    await withoutOrigin(db),
    await withoutVariants(db),
    await withoutCategory(db),
  ]
  const variantOf = ([row]: VariantRow[]) => `${row?.id} --variant ${row?.variant_id}`
  const set = ([row]: readonly NamedRow[], value: string, comment: string) =>
    `haat products set ${row?.id} ${value}   # ${comment}`
  const results = [
    ...warning(!(await hasProducts(db)), 'The shop has no products yet', 'haat import products.csv'),
    ...error(
      unpriced.mrp,
      'Products without an MRP, which the law requires',
      `haat products set ${variantOf(unpriced.mrp)} mrp=${rupees(unpriced.mrp[0]?.price ?? 0)}   # the MRP printed on the goods`,
      'haat prices prices.csv   # many at once: a file with the columns sku and mrp',
    ),
    ...error(
      unpriced.above,
      'Products that cost more than their MRP, which the law forbids',
      `haat products set ${variantOf(unpriced.above)} price=${Math.floor((unpriced.above[0]?.mrp ?? 0) / 100)}   # at most the MRP`,
      'haat prices prices.csv   # many at once: a file with the columns sku and price',
    ),
    ...error(
      origin,
      'Products without a country of origin',
      set(origin, 'country_of_origin=India', 'for each of them'),
      'haat import products.csv --set country_of_origin=India   # all of a file',
    ),
    ...error(
      variants,
      'Products without variants, which nobody can buy',
      `haat products hide ${variants[0]?.id}`,
      'haat import products.csv   # a file with their prices',
    ),
    ...error(
      category,
      'Products without a category',
      'haat categories add Other   # unless haat categories list has the right one',
      set(category, 'category=other', 'its slug'),
    ),
    ...warning(
      unpriced.zero,
      'Products with a price of zero',
      `haat products set ${variantOf(unpriced.zero)} price=${rupees(unpriced.zero[0]?.mrp ?? 100_00)}   # its price`,
    ),
  ]
  if (!hasGstin) return results
  const [rate, ended, odd, hsn, oddHsn] = [
    await withoutGstRate(db),
    await withGstRate(db, ENDED_GST_RATES),
    await withOtherGstRate(db, [...GST_RATES, ...ENDED_GST_RATES]),
    await withoutHsn(db),
    await withOddHsn(db),
  ]
  return [
    ...results,
    ...error(
      rate,
      'Products without a GST rate; their invoices show 0 %',
      set(rate, 'gst_rate=5', 'the rate of its HSN code, for each of them'),
      'haat import products.csv --set gst_rate=5   # all of a file',
    ),
    ...warning(
      ended,
      'Products with a GST rate that ended on 22 September 2025 for nearly all goods',
      set(ended, 'gst_rate=5', 'the rate of its HSN code, for each of them'),
    ),
    ...warning(
      odd,
      'Products with a GST rate that India does not have',
      set(odd, 'gst_rate=18', 'the rate of its HSN code, for each of them'),
    ),
    ...warning(
      hsn,
      'Products without an HSN code for their invoices',
      set(hsn, 'hsn=6109', 'its code'),
      'haat import products.csv --set hsn=6109   # all of a file',
    ),
    ...warning(
      oddHsn,
      'Products with an HSN code that does not have 4, 6 or 8 digits; spreadsheets drop a leading zero',
      set(oddHsn, 'hsn=04011000', 'its code'),
    ),
  ]
}

export async function checkMedia({ db, media }: Pick<Shop, 'db' | 'media'>): Promise<CheckResult[]> {
  const fault = await media.check()
  if (fault !== null)
    return error(
      true,
      `Pictures can be neither shown nor imported. ${fault.replace(/\.$/, '')}`,
      'Correct MEDIA_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or start that server.',
    )
  const files = await media.originals.list()
  const bases = new Set(files.map((name) => name.slice(0, name.lastIndexOf('.'))))
  const missing = (await usedMedia(db)).filter(
    ({ url }) => !bases.has(url.slice('/media/'.length, url.lastIndexOf('.'))),
  )
  const rows = missing.map(({ url, name }, index) => ({ id: index + 1, name: `${name}: ${url}` }))
  return error(
    rows,
    'Missing pictures or videos',
    'haat import products.csv --images photos.zip   # the file and pictures of your last import',
    'haat restore backup.tar.gz --replace   # or a backup that has them; stop the server first',
  )
}

export async function checkDeals({ db, now }: Shop): Promise<CheckResult[]> {
  const deals = await currentDeals(db, now())
  const cheap = deals.filter((deal) => deal.deal_price >= deal.price)
  const soldOut = deals.filter((deal) => !deal.in_stock)
  const hidden = deals.filter((deal) => !deal.is_published)
  const end = ([deal]: NamedRow[]) => `haat deals end ${deal?.id}`
  return [
    ...error(cheap, 'Deals that are no cheaper than the usual price', end(cheap)),
    ...warning(
      soldOut,
      'Deals on products that are out of stock',
      `haat products set ${soldOut[0]?.product_id} --variant ${soldOut[0]?.variant_id} stock=10   # what you have`,
      end(soldOut),
    ),
    ...warning(hidden, 'Deals on products that are not published', end(hidden)),
  ]
}

export async function checkBanners(shop: Shop): Promise<CheckResult[]> {
  const dead: NamedRow[] = []
  for (const { id, name, link } of await findLinkedBanners(shop.db))
    if (!(await isLinkAlive(shop, link))) dead.push({ id, name: `${name}, ${link}` })
  return warning(
    dead,
    'Banners that lead to nothing',
    `haat banners end ${dead[0]?.id}   # and create it again with a link that works`,
  )
}

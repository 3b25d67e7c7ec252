/** Whether what is on the shelves may be sold as it is. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Shop } from '../../shop.ts'
import {
  dealsToJudge,
  dearerThanMrp,
  usedMedia,
  withoutCategory,
  withoutGstRate,
  withoutHsn,
  withoutMrp,
  withoutOrigin,
  withoutPrice,
  withoutVariants,
} from './doctor.store.ts'
import { about, type Finding } from './finding.ts'

const BY_IMPORT = 'Correct it in your file and run haat import again.'

export async function checkCatalogue({ db }: Pick<Shop, 'db'>, hasGstin: boolean): Promise<Finding[]> {
  return [
    ...about(await withoutMrp(db), 'wrong', 'products have no MRP, which must be shown', BY_IMPORT),
    ...about(
      await dearerThanMrp(db),
      'wrong',
      'products cost more than their MRP, which is forbidden',
      BY_IMPORT,
    ),
    ...about(await withoutOrigin(db), 'wrong', 'products name no country of origin', BY_IMPORT),
    ...about(await withoutVariants(db), 'wrong', 'products have nothing to buy', BY_IMPORT),
    ...about(await withoutCategory(db), 'wrong', 'products are in no category', BY_IMPORT),
    ...about(await withoutPrice(db), 'advice', 'products cost nothing', BY_IMPORT),
    ...(hasGstin
      ? [
          ...about(
            await withoutGstRate(db),
            'wrong',
            'products have no GST rate, so that their invoices show 0 %',
            BY_IMPORT,
          ),
          ...about(await withoutHsn(db), 'advice', 'products have no HSN code for the invoice', BY_IMPORT),
        ]
      : []),
  ]
}

/** Pictures and films that are shown but not there. */
export async function checkMedia({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<Finding[]> {
  const files = await readdir(join(config.dataDir, 'media')).catch(() => [])
  const bases = new Set(files.map((name) => name.slice(0, name.lastIndexOf('.'))))
  const dead = (await usedMedia(db)).filter(
    ({ url }) => !bases.has(url.slice('/media/'.length, url.lastIndexOf('.'))),
  )
  const rows = dead.map(({ url, name }, index) => ({ id: index + 1, name: `${name}: ${url}` }))
  return about(
    rows,
    'wrong',
    'pictures are missing',
    'Run haat import with --images again, or restore a backup.',
  )
}

export async function checkDeals({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<Finding[]> {
  const deals = await dealsToJudge(db, now())
  const which = (test: (deal: (typeof deals)[number]) => boolean) => deals.filter((deal) => test(deal))
  const end = 'haat deals end NUMBER'
  return [
    ...about(
      which((deal) => deal.deal_price >= deal.price),
      ...(['wrong', 'deals cost no less than usual', `${end}, and create it anew.`] as const),
    ),
    ...about(
      which((deal) => !deal.in_stock),
      ...(['advice', 'deals have nothing in stock', `${end}, or bring stock in with haat import.`] as const),
    ),
    ...about(
      which((deal) => !deal.is_published),
      ...(['advice', 'deals are for hidden products', end] as const),
    ),
  ]
}

import type { Contract } from '@haat/contract'
import type { Deal } from '@haat/contract/deals'
import { brandedName, variantLabel } from '@haat/contract/rules'
import type { Reader } from '../../db/database.ts'
import type { Handlers } from '../../http/serve.ts'
import { toMediaList } from '../media/media-urls.ts'
import { findActiveDeals, findAllDeals, findImages } from './deals.store.ts'

export const deals: Handlers<Contract['deals']> = {
  async active(_request, { db, now }) {
    return withImages(db, await findActiveDeals(db, now()))
  },

  async all(_request, { db }) {
    return withImages(db, await findAllDeals(db))
  },
}

async function withImages(reader: Reader, rows: Awaited<ReturnType<typeof findAllDeals>>): Promise<Deal[]> {
  if (rows.length === 0) return []
  const found = await findImages(reader, [...new Set(rows.map((row) => row.product_id))])
  const byProduct = Map.groupBy(found, (row) => row.product_id)
  return rows.map(({ stock, color, size, product, brand, ...deal }) => {
    const pictures = (byProduct.get(deal.product_id) ?? []).filter(
      (row) => row.variant_id === deal.variant_id || row.variant_id === null,
    )
    // The default variant's own pictures come first, as on its product page.
    const images = toMediaList(pictures.toSorted((a, b) => (b.variant_id ?? 0) - (a.variant_id ?? 0)))
    return {
      ...deal,
      product_name: brandedName({ name: product, brand }),
      variant_name: variantLabel({ ...deal, color, size }),
      images: images.map((media) => media.media_url),
      in_stock: stock > 0,
    }
  })
}

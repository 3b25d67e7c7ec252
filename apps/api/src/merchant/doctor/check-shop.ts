import type { Shop } from '../../shop.ts'
import { readSettings } from '../../features/settings/shop-settings.ts'
import { checkCatalogue, checkDeals, checkMedia } from './check-catalogue.ts'
import { checkConfig, checkSafety } from './check-running.ts'
import { checkSeller } from './check-seller.ts'
import type { Finding } from './finding.ts'

/** Everything that is wrong with the shop or had better be otherwise, the wrong first. Changes nothing. */
export async function checkShop(shop: Shop): Promise<Finding[]> {
  const settings = await readSettings(shop.db)
  const findings = [
    ...checkSeller(settings),
    ...(await checkCatalogue(shop, settings.seller.gstin !== null)),
    ...(await checkMedia(shop)),
    ...(await checkDeals(shop)),
    ...checkConfig(shop),
    ...(await checkSafety(shop)),
  ]
  return findings.toSorted((a, b) => Number(a.level === 'advice') - Number(b.level === 'advice'))
}

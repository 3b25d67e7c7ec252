/** What a new shop needs before it opens. A step is done when the data say so. */
import type { Staff } from '@haat/contract/staff/index'
import { OPENING_STEPS } from '@haat/contract/staff/opening'
import type { Reader } from '../../db/database.ts'
import { moveOrder } from '../../features/orders/move-order.ts'
import { NEW_SETTINGS } from '../../features/settings/default-settings.ts'
import { offeredPayments } from '../../features/settings/offered-payments.ts'
import {
  findWrittenPages,
  isInitialised,
  isOpen,
  markInitialised,
  readSettings,
} from '../../features/settings/settings.store.ts'
import { conflict } from '../../http/failure.ts'
import { previewLink } from '../../http/preview.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable, Who } from '../act-table.ts'
import { countProductsOnSale, findTestOrders, hasSecondFactor } from './opening.store.ts'

type StepId = (typeof OPENING_STEPS)[number]

/** Without these an order cannot be paid, delivered or invoiced, or the law forbids to sell. */
const REQUIRED: readonly StepId[] = ['name', 'seller', 'contact', 'payment', 'products', 'mail']

async function stepsOf({ config, pay }: Shop, reader: Reader, who: Who) {
  const settings = await readSettings(reader)
  const { seller, contact, shop_name, limits } = settings
  const { cod, online } = offeredPayments(settings, pay)
  const products = await countProductsOnSale(reader)
  const needed = [seller.legal_name, seller.address, seller.state, seller.grievance_officer]
  const done: Record<StepId, boolean> = {
    name: shop_name !== NEW_SETTINGS.shop_name,
    seller: [...needed, seller.grievance_email].every(Boolean),
    contact: contact.emails.length > 0,
    payment: cod || online,
    delivery: true,
    products: products > 0,
    // Nobody gets the code that a first order needs.
    mail: config.smtpUrl !== null || !limits.verified_contact,
    texts: (await findWrittenPages(reader)).length > 0,
    second_factor: who.staffId !== null && (await hasSecondFactor(reader, who.staffId)),
  }
  return OPENING_STEPS.map((id) => ({
    id,
    done: done[id],
    required: REQUIRED.includes(id),
    ...(id === 'products' && { count: products }),
  }))
}

export const openingActs: ActTable<Staff['opening']> = {
  show: async (shop, _input, who) => ({
    is_open: await isOpen(shop.db, shop.config),
    address: shop.config.publicUrl,
    steps: await stepsOf(shop, shop.db, who),
  }),
  preview: async (shop) => previewLink(shop),
  async open(shop, _input, who) {
    const now = shop.now()
    return shop.db.transaction(async (tx) => {
      if (await isInitialised(tx)) throw conflict('The shop is open already.')
      const missing = (await stepsOf(shop, tx, who)).filter(({ done, required }) => required && !done)
      if (missing.length > 0)
        throw conflict(`Before the shop opens, it needs: ${missing.map(({ id }) => id).join(', ')}.`)
      await markInitialised(tx, now)
      for (const id of await findTestOrders(tx))
        await moveOrder(tx, id, 'cancel', { now, note: 'A test order of before the opening.' })
      return { address: shop.config.publicUrl }
    })
  },
}

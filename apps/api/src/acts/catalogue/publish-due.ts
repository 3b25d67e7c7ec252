/** Publishes the products whose time has come, as the act does that a person runs. */
import type { Shop } from '../../shop.ts'
import { conflict, Failure } from '../../http/failure.ts'
import { auditedDatabase } from '../audit/audited-database.ts'
import { changeProduct } from './products.ts'
import { findDueProducts, takeDueProduct } from './products.store.ts'

const SCHEDULE = { via: 'job', staffId: null, name: 'Schedule', permissions: null } as const

export async function publishDueProducts(shop: Shop): Promise<void> {
  for (const id of await findDueProducts(shop.db, shop.now()))
    await publishDue(shop, id).catch((err: unknown) => {
      if (!(err instanceof Failure)) throw err
      shop.log.warn({ err, product: id }, 'a product could not be published at its time')
    })
}

function publishDue(shop: Shop, id: number) {
  const input = { product: `#${id}`, set: { is_published: 'yes' } }
  const { db } = auditedDatabase(shop, SCHEDULE, {
    act: 'products.set',
    input,
    isTrial: true,
    // Not recorded: whoever undoes the publishing does not bring back a time that has passed.
    check: async (tx) => {
      if (!(await takeDueProduct(tx, id, shop.now()))) throw conflict('It is not due any more.')
    },
  })
  return changeProduct({ ...shop, db }, input)
}

/** Invariants of every shop, which hold at any time. */
import type { ListedProduct } from '@haat/contract/catalog'
import { sql } from 'drizzle-orm'
import type { Database } from '../src/db/database.ts'
import { findPurchasableVariants } from '../src/features/catalog/purchasable-variants.store.ts'
import type { TestShop } from './test-shop.ts'

interface Rule {
  name: string
  /** Selects the rows that break the rule. */
  broken: string
}

const RULES: Rule[] = [
  { name: 'stock is never negative', broken: 'select id from variants where stock < 0' },
  {
    name: 'an order has items',
    broken: 'select id from orders where not exists (select 1 from order_items where order_id = orders.id)',
  },
  {
    name: 'an order has a timeline that ends in its status',
    broken: `select id from orders where status <> coalesce(
      (select status from order_events where order_id = orders.id order by id desc limit 1), '')`,
  },
  {
    name: 'the items add up to the order',
    broken: `select o.id from orders o where o.items_total <>
      (select sum(i.price * i.quantity) from order_items i where i.order_id = o.id)`,
  },
  {
    name: 'the discounts of the items add up to the order',
    broken: `select o.id from orders o where o.total_discount_amount <>
      (select sum(i.discount_amount) from order_items i where i.order_id = o.id)`,
  },
  {
    name: 'no item is discounted by more than it costs',
    broken: 'select id from order_items where discount_amount < 0 or discount_amount > subtotal',
  },
  {
    name: 'the total is items, delivery, fee and discount',
    broken: `select id from orders where total_amount < 0
      or total_amount <> items_total + total_shipping_price + cod_fee - total_discount_amount`,
  },
  {
    name: 'one order per customer and idempotency key',
    broken: 'select user_id from orders group by user_id, idempotency_key having count(*) > 1',
  },
  {
    name: 'an order holds stock unless it has failed or is cancelled',
    broken: `select id from orders where holds_stock <> (status not in ('PAYMENT_FAILED', 'CANCELLED'))`,
  },
  {
    name: 'a confirmed online order is paid, and a paid order that failed is refunded or due',
    broken: `select id from orders where
      (paid_at is null and payment_method = 'ONLINE' and status not in ('PENDING', 'PAYMENT_FAILED', 'CANCELLED'))
      or (paid_at is not null and total_amount > 0 and status in ('PENDING', 'PAYMENT_FAILED', 'CANCELLED')
        and not exists (select 1 from refunds r where r.order_id = orders.id))`,
  },
  {
    name: 'no more pieces come back than were sent, and all of a returned or lost order',
    broken: `select i.id from order_items i join orders o on o.id = i.order_id
      join (select order_item_id, sum(quantity) as back from returns group by order_item_id) r on r.order_item_id = i.id
      where r.back > i.quantity
      union all select o.id from orders o where o.status in ('RETURNED', 'LOST') and
      (select sum(i.quantity) from order_items i where i.order_id = o.id) <>
      (select coalesce(sum(r.quantity), 0) from returns r where r.order_id = o.id and r.order_item_id is not null)`,
  },
  {
    name: 'what came back of a paid order is refunded or due, and never more than it cost',
    broken: `select o.id from orders o where o.paid_at is not null and
      (select coalesce(sum(r.amount), 0) from returns r where r.order_id = o.id) >
      (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id) +
      case when o.rounds_cash then 50 else 0 end
      union all select r.order_id from returns r join orders o on o.id = r.order_id
      group by r.order_id, o.total_amount having sum(r.amount) > o.total_amount`,
  },
  {
    // Of a reduction without goods no share is known: it may have been for one piece alone.
    name: 'what was paid for an item, less what was given back, is that of the pieces that the customer has, those in exchange included',
    broken: `with recursive pieces (paid, item) as (
        select i.id, i.id from order_items i join orders o on o.id = i.order_id
          where i.replaces_item_id is null and o.status in ('DELIVERED', 'RETURNED', 'LOST')
          and not exists (select 1 from returns r where r.order_item_id = i.id and r.quantity = 0)
        union all select p.paid, i.id from pieces p join order_items i on i.replaces_item_id = p.item),
      held as (select p.paid, sum(i.quantity - coalesce(
          (select sum(r.quantity) from returns r where r.order_item_id = i.id), 0)) as quantity
        from pieces p join order_items i on i.id = p.item join orders o on o.id = i.order_id
        where o.status <> 'CANCELLED' group by p.paid)
      select i.id from order_items i join held h on h.paid = i.id
      where abs((i.subtotal - i.discount_amount) * (i.quantity - h.quantity) - i.quantity *
        coalesce((select sum(r.amount) from returns r where r.order_item_id = i.id), 0)) > i.quantity`,
  },
  {
    name: 'documents are numbered without gaps',
    broken: `select name from counters c where name like 'invoice:%' and value <>
      (select count(*) from documents where 'invoice:' || substr(number, 1, length(number) - 8) = c.name)`,
  },
  {
    name: 'a shipped order that costs something has an invoice, and one that came back or is cancelled after it a credit note',
    broken: `select id from orders o where
      (status in ('SHIPPED', 'OUT_FOR_DELIVERY', 'DELIVERED', 'RETURNED', 'LOST') and o.total_amount > 0 and 1 <> (select count(*) from documents d
        where d.order_id = o.id and d.kind <> 'credit_note' and d.voided_at is null))
      or (exists (select 1 from documents d where d.order_id = o.id and d.kind <> 'credit_note')
        and (status in ('RETURNED', 'LOST', 'CANCELLED') or exists (select 1 from returns r where r.order_id = o.id and r.amount > 0))
        and not exists (select 1 from documents d where d.order_id = o.id and d.kind = 'credit_note'))`,
  },
  {
    name: 'the order of a paid payment is paid',
    broken: `select p.id from payments p join orders o on o.id = p.order_id
      where p.state = 'PAID' and o.paid_at is null`,
  },
  {
    name: 'the ledger has every payment, all cash and every refund',
    broken: `select o.id from orders o where
      (select coalesce(sum(l.amount), 0) from ledger_entries l where l.order_id = o.id and l.kind <> 'fee') <>
      (select coalesce(sum(p.amount), 0) from payments p where p.order_id = o.id and p.state in ('PAID', 'PAID_AGAIN')) +
      case when o.paid_at is null or o.payment_method <> 'COD' then 0
        when o.rounds_cash then (o.total_amount + 50) / 100 * 100 else o.total_amount end -
      (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.state = 'PAID')`,
  },
  {
    name: 'of an order that ended before it was sent, everything is paid back or owed',
    broken: `select o.id from orders o where o.status in ('PAYMENT_FAILED', 'CANCELLED') and
      (select coalesce(sum(l.amount), 0) from ledger_entries l where l.order_id = o.id and l.kind <> 'fee') <>
      (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.state <> 'PAID')`,
  },
  {
    name: 'no more is paid back, or owed, than came in',
    broken: `select o.id from orders o where
      (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id) >
      (select coalesce(sum(l.amount), 0) from ledger_entries l where l.order_id = o.id
        and l.kind in ('payment', 'cash', 'with_courier'))`,
  },
  {
    name: 'the used count of a coupon is its number of orders that hold stock',
    broken: `select c.id from coupons c where c.used_count <> (
      select count(*) from orders o where o.coupon_id = c.id and o.holds_stock)`,
  },
  {
    name: 'the coupon uses of a customer are their orders that hold stock',
    broken: `select u.coupon_id from coupon_uses u where u.used <> (
      select count(*) from orders o where o.coupon_id = u.coupon_id and o.user_id = u.user_id and o.holds_stock)`,
  },
  {
    name: 'no coupon exceeds its limits',
    broken: `select c.id from coupons c where c.used_count > c.usage_limit
      or exists (select 1 from coupon_uses u where u.coupon_id = c.id and u.used > c.per_user_limit)`,
  },
  {
    name: 'at most five addresses, of which at most one is the default',
    broken: `select user_id from addresses group by user_id
      having count(*) > 5 or sum(case when is_default then 1 else 0 end) > 1`,
  },
  {
    name: 'a product is in stock when a variant is',
    broken: `select p.id from products p where p.variant_id is not null and p.in_stock <>
      exists (select 1 from variants v where v.product_id = p.id and v.stock > 0)`,
  },
  {
    name: 'a list shows the price of the applied deal, else of the default variant',
    broken: `select p.id from products p join variants v on v.id = p.variant_id where p.price <> coalesce(
      (select min(deal_price) from deals where product_id = p.id and is_applied and deal_price < v.price), v.price)`,
  },
  {
    name: 'at most 50 cart lines of 1 to 999',
    broken: `select user_id from cart_items group by user_id
      having count(*) > 50 or min(quantity) < 1 or max(quantity) > 999`,
  },
]

/** The stock of every variant by id, to pass to `checkInvariants` after a test. */
export async function stockNow(db: Database): Promise<Map<number, number>> {
  const { variants } = db.tables
  const rows = await db.select({ id: variants.id, stock: variants.stock }).from(variants)
  return new Map(rows.map((row) => [row.id, row.stock]))
}

/**
 * @param initial stock at a time when no order held any
 * @throws Error that lists all broken rules
 */
export async function checkInvariants(db: Database, initial?: ReadonlyMap<number, number>): Promise<void> {
  const broken: string[] = []
  for (const rule of RULES) {
    const rows = await db.rows(sql.raw(rule.broken))
    if (rows.length > 0) broken.push(`${rule.name}: ${JSON.stringify(rows.slice(0, 5))}`)
  }
  if (initial) broken.push(...(await lostStock(db, initial)))
  if (db.engine === 'sqlite') broken.push(...(await damage(db)))
  if (broken.length > 0) throw new Error(`Invariants broken:\n${broken.join('\n')}`)
}

const PAGE = 100

/**
 * For every published product, the price in lists, on its page and in the checkout is the same.
 *
 * @returns how many products it compared
 * @throws Error that lists the products whose prices differ
 */
export async function checkPrices({ app, shop }: Pick<TestShop, 'app' | 'shop'>): Promise<number> {
  const listed: ListedProduct[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const body = (await app.inject(`/api/products/filter?limit=${PAGE}&page=${page}`)).json()
    listed.push(...body.products)
    pages = body.totalPages
  }
  const ids = listed.flatMap(({ variants }) => variants.map(({ id }) => id))
  const charged = new Map<number, number>()
  for (let start = 0; start < ids.length; start += PAGE)
    for (const row of await findPurchasableVariants(shop.db, ids.slice(start, start + PAGE), shop.now()))
      charged.set(row.variant_id, (row.deal_price ?? row.price) / 100)
  const wrong: string[] = []
  for (const product of listed) {
    const body = (await app.inject(`/api/products/${product.id}`)).json()
    const prices = {
      list: [product.price, ...product.variants.map(({ price }) => price)],
      page: [body.price, ...body.variants.map(({ price }: { price: number }) => price)],
      checkout: [product.variant_id, ...product.variants.map(({ id }) => id)].map((id) => charged.get(id)),
    }
    if (new Set(Object.values(prices).map((one) => JSON.stringify(one))).size > 1)
      wrong.push(`product ${product.id}: ${JSON.stringify(prices)}`)
  }
  if (wrong.length > 0) throw new Error(`Prices differ:\n${wrong.join('\n')}`)
  return listed.length
}

async function lostStock(db: Database, initial: ReadonlyMap<number, number>): Promise<string[]> {
  const held = await db.rows<{ variant_id: number; held: number }>(
    sql.raw(`select i.variant_id, sum(i.quantity - coalesce((select sum(r.quantity) from returns r
        where r.order_item_id = i.id and r.restocked), 0)) as held from order_items i
      join orders o on o.id = i.order_id where o.holds_stock group by i.variant_id`),
  )
  const now = await stockNow(db)
  return [...initial].flatMap(([id, stock]) => {
    const taken = held.find((row) => row.variant_id === id)?.held ?? 0
    const left = now.get(id) ?? 0
    return left + taken === stock ? [] : [`variant ${id} had ${stock}, has ${left} and ${taken} in orders`]
  })
}

async function damage(db: Database): Promise<string[]> {
  const integrity = await db.rows<{ integrity_check: string }>(sql.raw('pragma integrity_check'))
  const orphans = await db.rows(sql.raw('pragma foreign_key_check'))
  return [
    ...(integrity[0]?.integrity_check === 'ok' ? [] : ['integrity_check is not ok']),
    ...(orphans.length === 0 ? [] : [`foreign_key_check: ${JSON.stringify(orphans.slice(0, 5))}`]),
  ]
}

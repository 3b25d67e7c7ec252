import { plural, t } from '@lingui/core/macro'
import type { GuestItem } from '@haat/contract/cart'
import { formatRupees } from '@haat/contract/money'
import { LIMITS, linePrice, variantLabel } from '@haat/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Bell, CircleCheck, Heart, ShoppingCart, X } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { call, contract } from '../../api/client.ts'
import { type GuestCart, removeFromGuestCart, setGuestPieces, useGuestCart } from '../../api/guest-cart.ts'
import { useSettings } from '../../api/settings.queries.ts'
import { productQuery } from '../catalog/catalog.queries.ts'
import { unbroken } from '../../lib/format.ts'
import { Link } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass, IconButton, PlainButton, textLinkClass } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { focusHeading } from '../../ui/page.tsx'
import { Thumb } from '../../ui/picture.tsx'

type GuestItemsProps = Partial<{ isAdded: boolean; from: string; fromY: number }>

/** What waits for a guest's login or signup, above its form; with `isAdded`, something was added `from` there just now. */
export function GuestItems({ isAdded = false, from = '', fromY }: GuestItemsProps) {
  const { variants, pieces, hearts, notices } = useGuestCart(true)
  // Three leave the form below in view.
  const [most, setMost] = useState(3)
  const shown = variants.toReversed().slice(0, most)
  const showAll = ({ currentTarget }: MouseEvent) => {
    const list = currentTarget.previousElementSibling
    flushSync(() => setMost(variants.length))
    focusHeading(list?.querySelector<HTMLElement>('li:nth-child(4) :is(select, button)'))
  }
  const ids = [...new Set([...notices.slice(-1), ...variants])].slice(0, LIMITS.cart_lines)
  const { data: items = [] } = useQuery({
    queryKey: ['guest-cart', ids],
    queryFn: ({ signal }) => call(contract.cart.guest, { query: { variants: ids }, signal }),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
    select: (reply) => reply.items,
  })
  const isEmpty = ids.length + hearts.length === 0
  const origin = isEmpty ? Number(/^\/product\/(\d+)/.exec(from)?.[1] ?? 0) : 0
  const { data: product } = useQuery({ ...productQuery(origin), enabled: origin > 0 })
  if (isEmpty && origin === 0) return null
  const find = (id: number | undefined) => items.find(({ variant_id }) => variant_id === id)
  const [last, asked] = [find(variants.at(-1)), find(notices.at(-1))]
  const list = isAdded && from !== paths.cart() && from
  const back = list ? undefined : isAdded ? last : (asked ?? last)
  const backTo = back ? paths.product(back.product_id, back.product_name, back.variant_id) : isEmpty && from
  const buyable = items.filter(({ stock, variant_id }) => stock > 0 && variants.includes(variant_id))
  const Icon = isAdded ? CircleCheck : ShoppingCart
  return (
    <section className="mb-5 grid gap-2 rounded-md border border-line bg-card px-4 py-3 max-sm:mt-3 sm:mb-6">
      {asked && (
        <p className="flex items-center gap-2 text-sm font-semibold">
          <Bell aria-hidden className="size-5 shrink-0 text-peacock" />
          {asked.product_name}:{' '}
          {asked.stock > 0
            ? t`Log in, and we mail you when it is cheaper.`
            : t`Log in, and we mail you when it is back.`}
        </p>
      )}
      {variants.length > 0 && (
        <>
          <h2 className="figures relative flex flex-wrap justify-between gap-x-2 pl-7 text-sm font-bold sm:text-base">
            <Icon aria-hidden className="absolute left-0 size-5 text-leaf sm:top-0.5" />
            {isAdded ? t`Added to your cart` : t`Your cart`}
            <span>
              {plural(variants.length, { one: '# item', other: '# items' })}
              {buyable.length > 0 && ` · ${formatRupees(totalOf(buyable, pieces))}`}
            </span>
          </h2>
          {/* The items' places are there before the items. */}
          <ul className="divide-y divide-line *:min-h-19 max-xs:*:min-h-30">
            {shown.map((id) => {
              const item = find(id)
              return <li key={id}>{item && <Item item={item} count={countOf(item, pieces)} />}</li>
            })}
          </ul>
          {shown.length < variants.length && (
            <PlainButton className={textLinkClass} onClick={showAll}>{t`Show all`}</PlainButton>
          )}
        </>
      )}
      {hearts.length > 0 && (
        <p className="flex items-center gap-2 text-sm font-semibold">
          <Heart aria-hidden className="size-5 shrink-0 fill-brick text-brick" />
          {t`In your wishlist: ${plural(hearts.length, { one: '# product', other: '# products' })}`}
        </p>
      )}
      {isEmpty && <p className="min-h-5.5 text-sm font-semibold">{product?.name}</p>}
      {(variants.length > 0 || asked || isEmpty) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          {backTo && (
            <Link to={backTo} className={cx(textLinkClass, 'text-sm')}>
              <ArrowLeft aria-hidden className="size-4" />
              {t`Back to Product`}
            </Link>
          )}
          <Link
            to={list || paths.collections()}
            state={{ scrollY: fromY }}
            className={buttonClass('outline', 'sm')}
          >{t`Continue Shopping`}</Link>
        </div>
      )}
    </section>
  )
}

/** How many pieces of an item, of which there may be fewer now. */
const countOf = ({ variant_id, stock }: GuestItem, pieces: GuestCart['pieces']): number =>
  Math.min(pieces[variant_id] ?? 1, Math.max(stock, 1))

/** What the items cost, in paise. */
const totalOf = (items: readonly GuestItem[], pieces: GuestCart['pieces']): number =>
  items.reduce((sum, item) => sum + linePrice(item) * countOf(item, pieces), 0)

function Item({ item, count }: { item: GuestItem; count: number }) {
  const label = variantLabel(item)
  const limit = useSettings()?.limits.pieces_per_line ?? LIMITS.line_quantity
  // The cart takes more.
  const most = Math.max(count, Math.min(item.stock, limit, 10))
  return (
    <div className="flex min-h-[inherit] items-center gap-x-3 gap-y-1 py-2 max-xs:flex-wrap">
      <Thumb src={item.media_url} name={item.product_name} sizes="3rem" className="size-12" />
      <div className="min-w-0 grow max-xs:basis-[70%]">
        <p className="line-clamp-3 text-sm leading-tight font-semibold">{item.product_name}</p>
        <p className="figures text-sm leading-tight text-ink-soft">
          {formatRupees(linePrice(item))}
          {label && ` · ${unbroken(label)}`}
        </p>
        {item.stock === 0 && <p className="text-sm font-semibold text-brick">{t`Out of Stock`}</p>}
      </div>
      {item.stock > 0 && (
        <select
          aria-label={t`Quantity of ${item.product_name}`}
          value={count}
          onChange={({ target }) => setGuestPieces(item.variant_id, Number(target.value))}
          className="figures min-h-11 w-16 shrink-0 rounded-md border border-line-strong bg-card px-2 max-xs:ml-15"
        >
          {Array.from({ length: most }, (_, at) => (
            <option key={at}>{at + 1}</option>
          ))}
        </select>
      )}
      <IconButton
        icon={X}
        size="sm"
        label={t`Remove ${item.product_name} from the cart`}
        className="-mr-2 max-xs:ml-auto"
        onClick={() => removeFromGuestCart(item.variant_id)}
      />
    </div>
  )
}

import { plural, t } from '@lingui/core/macro'
import type { GuestItem } from '@haat/contract/cart'
import { formatRupees } from '@haat/contract/money'
import { LIMITS, linePrice, variantLabel } from '@haat/contract/rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Bell, CircleCheck, Heart, ShoppingCart, X } from 'lucide-react'
import { contract } from '../../api/client.ts'
import { type GuestCart, removeFromGuestCart, setGuestPieces, useGuestCart } from '../../api/guest-cart.ts'
import { queryTo } from '../../api/query-client.ts'
import { useSettings } from '../../api/settings.queries.ts'
import { productQuery } from '../catalog/catalog.queries.ts'
import { unbroken } from '../../lib/format.ts'
import { Link } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass, IconButton, textLinkClass } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { Thumb } from '../../ui/picture.tsx'

const itemsIn = ({ items }: { items: GuestItem[] }) => items
const itemsQuery = (variants: readonly number[]) => ({
  ...queryTo(['guest-cart', variants], contract.cart.guest, { query: { variants: [...variants] } }, itemsIn),
  enabled: variants.length > 0,
  placeholderData: keepPreviousData,
})

const LIST = '-mx-1 divide-y divide-line px-1 *:min-h-19 max-xs:*:min-h-30'
/** Three leave the form below in view; the others scroll. */
const MANY =
  'max-h-72 overflow-y-auto pb-8 [mask-image:linear-gradient(#000_calc(100%-2rem),transparent)] max-xs:max-h-105'
const BOX = 'mb-5 grid gap-2 rounded-md border border-line bg-card px-4 py-3 max-sm:mt-3 sm:mb-6'

/** What a guest asked to be mailed about, hearted or wants to buy, and the way back to its page if they come `from` there. */
export function GuestWishes({ from = '' }: { from?: string | undefined }) {
  const { hearts, notices } = useGuestCart(true)
  const [asked] = useQuery(itemsQuery(notices.slice(-1))).data ?? []
  const [, path, text] = /^\/(product\/|buynow-summary\?product=)(\d+)/.exec(from) ?? []
  const [id, isPage] = [Number(text), path === 'product/']
  const isWanted = id > 0 && (!isPage || hearts.includes(id) || asked?.product_id === id)
  const name = useQuery({ ...productQuery(id), enabled: isWanted }).data?.name
  if (!asked && !isWanted && hearts.length === 0) return null
  return (
    <section className={BOX}>
      {asked && (
        <p className="flex items-center gap-2 text-sm font-semibold">
          <Bell aria-hidden className="size-5 shrink-0 text-peacock" />
          {asked.product_name}:{' '}
          {asked.stock > 0
            ? t`Log in, and we mail you when it is cheaper.`
            : t`Log in, and we mail you when it is back.`}
        </p>
      )}
      {hearts.length > 0 && (
        <p className="flex items-center gap-2 text-sm font-semibold">
          <Heart aria-hidden className="size-5 shrink-0 fill-brick text-brick" />
          {t`In your wishlist: ${plural(hearts.length, { one: '# product', other: '# products' })}`}
        </p>
      )}
      {isWanted && (
        <Link to={isPage ? from : paths.product(id, name ?? '')} className={cx(textLinkClass, 'text-sm')}>
          <ArrowLeft aria-hidden className="size-4 shrink-0" />
          {name ? t`Back to ${name}` : t`Back to Product`}
        </Link>
      )}
    </section>
  )
}

type GuestCartListProps = Partial<{ isAdded: boolean; from: string; fromY: number; isFolded: boolean }>

/** The cart that waits for a guest's login or signup; with `isAdded`, something was added `from` there just now. */
export function GuestCartList({ isAdded = false, from = '', fromY, isFolded }: GuestCartListProps) {
  const { variants, pieces } = useGuestCart(true)
  const { data: items = [] } = useQuery(itemsQuery(variants))
  if (variants.length === 0) return null
  const find = (id: number | undefined) => items.find(({ variant_id }) => variant_id === id)
  const list = isAdded && from !== paths.cart() && from
  const added = isAdded && !list && find(variants.at(-1))
  const back = added && paths.product(added.product_id, added.product_name, added.variant_id)
  const buyable = items.filter(({ stock, variant_id }) => stock > 0 && variants.includes(variant_id))
  const Icon = isAdded ? CircleCheck : ShoppingCart
  return (
    <section className={BOX}>
      <h2 className="figures relative flex flex-wrap justify-between gap-x-2 pl-7 text-sm font-bold sm:text-base">
        <Icon aria-hidden className="absolute left-0 size-5 text-leaf sm:top-0.5" />
        {isAdded ? t`Added to your cart` : t`Your cart`}
        <span>
          {plural(variants.length, { one: '# item', other: '# items' })}
          {buyable.length > 0 && ` · ${formatRupees(totalOf(buyable, pieces))}`}
        </span>
      </h2>
      {/* The items' places are there before the items. */}
      <ul hidden={isFolded} className={cx(LIST, variants.length > 3 && MANY)}>
        {variants.toReversed().map((id) => {
          const item = find(id)
          return <li key={id}>{item && <Item item={item} count={countOf(item, pieces)} />}</li>
        })}
      </ul>
      <div hidden={isFolded} className="flex flex-wrap items-center justify-between gap-x-4">
        {back && (
          <Link to={back} className={cx(textLinkClass, 'text-sm')}>
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

import { plural, t } from '@lingui/core/macro'
import type { CartItem, SavedItem } from '@haat/contract/cart'
import { PrefetchLink } from '../../lib/link.tsx'
import { formatRupees } from '@haat/contract/money'
import { lineTotal } from '@haat/contract/pricing'
import { LIMITS, linePrice, shipsFree, variantLabel } from '@haat/contract/rules'
import { Minus, Plus } from 'lucide-react'
import type { ComponentProps, FocusEvent, ReactNode } from 'react'
import { useSettings } from '../../api/settings.queries.ts'
import { cx } from '@haat/ui/cx'
import { paths } from '../../paths.ts'
import { Badge } from '@haat/ui/badge'
import { Button, IconButton } from '@haat/ui/button'
import { Checkbox } from '@haat/ui/choice'
import { focusHeading } from '../../ui/page.tsx'
import { shipsFreeNote } from '../../lib/shop-texts.ts'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'
import { toast } from '../../ui/toast.ts'
import {
  useMoveToCart,
  useRemoveLine,
  useRemoveSaved,
  useSaveForLater,
  useLineQuantity,
} from './cart-changes.ts'
import { canBuy } from './selection.ts'

interface CartLineProps {
  line: CartItem
  selected: boolean
  onSelect: (selected: boolean) => void
}

/** A line of the cart: checkbox, picture, name, price and quantity. */
export function CartLine({ line, selected, onSelect }: CartLineProps) {
  const removal = useRemoveLine()
  const saving = useSaveForLater()
  return (
    <li className="relative flex py-3 sm:gap-3 sm:py-5">
      {/* On a phone in the corner of the picture. */}
      <Checkbox
        label={t`Buy ${line.product_name}`}
        labelHidden
        checked={selected}
        disabled={!canBuy(line)}
        onChange={(event) => onSelect(event.target.checked)}
        className="max-sm:absolute max-sm:top-1.5 max-sm:-left-1.5 max-sm:z-10 sm:-ml-3 sm:self-start"
      />
      <LineFrame line={line}>
        {line.stock > 0 && <QuantityStepper line={line} />}
        <div className={cx('flex flex-wrap max-sm:ml-auto', line.stock === 0 && 'sm:-ml-4')}>
          <LineButton label={t`Save for later`} line={line} act={() => saving.run([line])} />
          <LineButton label={t`Remove`} line={line} act={() => removal.run(line)} />
        </div>
      </LineFrame>
    </li>
  )
}

/** A quantity that can be typed, between a minus and a plus button. */
function QuantityStepper({ line }: { line: CartItem }) {
  const { set, step } = useLineQuantity(line)
  const limit = useSettings()?.limits.pieces_per_line ?? LIMITS.line_quantity
  const [value, max] = [line.quantity, Math.min(line.stock, limit)]
  const label = t`Quantity of ${line.product_name}`
  const take = ({ target }: FocusEvent<HTMLInputElement>) => {
    const typed = Number(target.value)
    const isCount = Number.isInteger(typed) && typed > 0
    const next = isCount ? Math.min(typed, max) : value
    if (!isCount) toast('error', t`Type a whole number from 1 to ${max}.`)
    else if (typed > max) toast('error', t`You can buy ${max} at most.`)
    target.value = String(next)
    if (next !== value) set(next)
  }
  return (
    <div
      role="group"
      aria-label={label}
      className="inline-flex items-center rounded-full border border-line-strong bg-card [&_svg]:size-[1em]"
    >
      <IconButton icon={Minus} label={t`Decrease quantity`} disabled={value <= 1} onClick={() => step(-1)} />
      <input
        key={value}
        aria-label={label}
        inputMode="numeric"
        defaultValue={value}
        onFocus={({ target }) => target.select()}
        onBlur={take}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        className="figures min-h-11 w-[2.25em] rounded-sm bg-transparent text-center font-semibold max-sm:w-[1.9em]"
      />
      <output className="sr-only">{value}</output>
      <IconButton icon={Plus} label={t`Increase quantity`} disabled={value >= max} onClick={() => step(1)} />
    </div>
  )
}

/** A saved item with its way back into the cart. */
export function SavedLine({ item }: { item: SavedItem }) {
  const move = useMoveToCart()
  const removal = useRemoveSaved()
  return (
    <li className="py-5">
      <LineFrame line={item}>
        <LineButton
          label={t`Move to cart`}
          line={item}
          act={() => move.run(item)}
          variant="outline"
          disabled={item.stock === 0}
        />
        <LineButton label={t`Remove`} line={item} act={() => removal.run(item)} />
      </LineFrame>
    </li>
  )
}

type LineButtonProps = { label: string; line: CartOrSavedItem; act: () => Promise<unknown> } & Pick<
  ComponentProps<typeof Button>,
  'variant' | 'disabled'
>

/** A button that takes the line out of its list. */
function LineButton({ label, line, act, variant = 'quiet', disabled }: LineButtonProps) {
  return (
    <Button
      variant={variant}
      size="sm"
      disabled={disabled}
      onClick={() => {
        focusHeading()
        return act()
      }}
      className={cx('whitespace-nowrap', variant === 'quiet' && 'max-sm:px-1.5! max-xs:px-1! max-xs:text-xs')}
    >
      {label}
      <span className="sr-only">: {line.product_name}</span>
    </Button>
  )
}

/** What cart lines and saved items have in common. */
type CartOrSavedItem = Omit<CartItem, 'cart_item_id' | 'added_at'>

/** The largest stock that is shown. */
const LOW_STOCK = 5

function stockNote({ is_available, stock, quantity }: CartOrSavedItem): string | null {
  if (!is_available) return t`No longer available`
  if (stock === 0) return t`Out of Stock`
  if (quantity > stock) return t`Only ${stock} left: take fewer`
  return stock <= LOW_STOCK ? t`Only ${stock} left` : null
}

/** Picture, name, variant and price of a line above its buttons. */
function LineFrame({ line, children }: { line: CartOrSavedItem; children: ReactNode }) {
  const label = variantLabel(line)
  const note = stockNote(line)
  const price = linePrice(line)
  const delivery = useSettings()?.delivery
  return (
    <div className="relative grid min-w-0 grow grid-cols-[--spacing(24)_minmax(0,1fr)] gap-x-3 gap-y-2 sm:grid-cols-[--spacing(30)_minmax(0,1fr)] sm:grid-rows-[auto_1fr] sm:gap-x-5">
      <div className="self-start overflow-hidden rounded-md border border-line sm:row-span-2">
        <Picture
          src={line.media_url}
          name={line.product_name}
          alt=""
          sizes="7.5rem"
          className={cx(line.stock === 0 && 'opacity-60 grayscale')}
        />
      </div>
      <div>
        <h3 className="leading-snug font-semibold wrap-anywhere">
          {line.is_available ? (
            <PrefetchLink
              to={paths.product(line.product_id, line.product_name, line.variant_id)}
              // The picture at the frame's left edge is a part of the link.
              className="line-clamp-6 underline-offset-4 after:absolute after:top-0 after:left-0 after:size-24 hover:text-peacock hover:underline sm:after:size-30"
            >
              {line.product_name}
            </PrefetchLink>
          ) : (
            <span className="line-clamp-6">{line.product_name}</span>
          )}
        </h3>
        {label && <p className="text-sm text-ink-soft">{label}</p>}
        <div className="mt-1 flex flex-wrap items-center gap-x-2.5">
          <Price price={price} mrp={line.mrp} exact />
          {line.deal_price !== null && <Badge tone="offer">{t`Deal`}</Badge>}
        </div>
        {line.quantity > 1 && line.stock > 0 && (
          <p className="figures text-sm">
            {plural(line.quantity, { one: '# piece', other: '# pieces' })}:{' '}
            <b>{formatRupees(lineTotal({ price, quantity: line.quantity }))}</b>
          </p>
        )}
        {delivery && shipsFree(delivery, { is_deal: line.deal_price !== null }) && (
          <p className="text-sm text-leaf">{shipsFreeNote()}</p>
        )}
        {note && <p className="text-sm font-semibold text-brick">{note}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1 max-sm:col-span-2 sm:gap-x-2">
        {children}
      </div>
    </div>
  )
}

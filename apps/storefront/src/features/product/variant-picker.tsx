import { t } from '@lingui/core/macro'
import type { ListedVariant, Media } from '@haat/contract/catalog'
import { formatShortRupees } from '@haat/contract/money'
import { cx } from '@haat/ui/cx'
import { useId } from 'react'
import { Picture } from '../../ui/picture.tsx'
import { swatchOf, variantAxes, variantButtonText } from './variants.ts'

type Choosable = ListedVariant & { media?: readonly Media[] }

interface VariantPickerProps<V> {
  variants: readonly V[]
  selected: V | null
  onSelect: (variant: V) => void
}

/** Lines; on a phone one, or three for many, that scroll sideways as far as the screen's edge. */
const ROW =
  'flex gap-2 max-sm:-m-1 max-sm:-mr-4 max-sm:overflow-x-auto max-sm:p-1 max-sm:pr-4 scrollbar-none sm:max-h-44 sm:flex-wrap sm:overflow-y-auto'
const MANY = 12
const ROWS = 'max-sm:grid max-sm:grid-flow-col max-sm:grid-rows-3 max-sm:justify-start'

/**
 * Buttons for colours and sizes, or for each variant; nothing for a single variant. A screen reader hears the whole
 * variant that a button selects.
 */
export function VariantPicker<V extends Choosable>({ variants, selected, onSelect }: VariantPickerProps<V>) {
  const id = useId()
  if (variants.length < 2) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 text-base font-bold sm:mb-2">{t`Available Variants`}</h2>
      <form onSubmit={(event) => event.preventDefault()} className="grid grid-cols-1 gap-3">
        {variantAxes(variants, selected).map(({ name, options }) => {
          const pictures = name === 'Size' ? [] : picturesOf(options)
          const hasPrice = pricesOf(options).size > 1
          return (
            <div key={name} role="group" aria-label={axisText(name) ?? undefined}>
              {name && (
                <p className="mb-1 text-sm text-ink-soft max-sm:hidden">
                  {axisText(name)}:{' '}
                  <b className="text-ink">{options.find(({ isSelected }) => isSelected)?.text}</b>
                </p>
              )}
              <div className={cx(ROW, options.length > MANY && ROWS)}>
                {options.map((option, at) => (
                  <OptionButton
                    key={name ? option.text : option.variant.id}
                    picture={pictures[at]}
                    {...{ option, hasPrice, onSelect }}
                  />
                ))}
              </div>
            </div>
          )
        })}
      </form>
    </section>
  )
}

type OptionOf<V extends Choosable> = ReturnType<typeof variantAxes<V>>[number]['options'][number]

/** Swatches, where every option has a colour and a picture of its own. */
function picturesOf<V extends Choosable>(options: readonly OptionOf<V>[]): (string | undefined)[] {
  const own = options.map(({ variant }) => (variant.color && variant.media?.[0]?.media_url) || undefined)
  return new Set(own).size === options.length && !own.includes(undefined) ? own : []
}

const pricesOf = <V extends Choosable>(options: readonly OptionOf<V>[]) =>
  new Set(options.filter(({ isDead }) => !isDead).map(({ variant }) => variant.price))

interface OptionButtonProps<V extends Choosable> {
  option: OptionOf<V>
  picture: string | undefined
  /** Whether the options differ in price. */
  hasPrice: boolean
  onSelect: (variant: V) => void
}

function OptionButton<V extends Choosable>({ option, picture, hasPrice, onSelect }: OptionButtonProps<V>) {
  const { text, variant, isSelected, isDead } = option
  const label = variantButtonText(variant)
  const swatch = text === variant.color ? swatchOf(text) : undefined
  return (
    <button
      type="submit"
      name="variant"
      value={variant.id}
      aria-label={variant.stock > 0 ? label : t`${label}, Out of Stock`}
      aria-pressed={isSelected}
      onClick={() => onSelect(variant)}
      className={cx(
        'inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-md border-2 bg-card py-1 font-semibold whitespace-nowrap transition-colors',
        picture ? 'pr-4 pl-1' : 'px-3.5',
        isSelected ? 'border-peacock text-peacock' : 'border-line text-ink hover:border-line-strong',
        isDead && 'border-dashed font-normal text-ink-soft',
      )}
    >
      {picture && (
        <span className="size-9 shrink-0 overflow-hidden rounded-sm">
          <Picture src={picture} alt="" sizes="2.25rem" />
        </span>
      )}
      {swatch && !picture && (
        <span className="size-4 rounded-full border border-line-strong" style={{ background: swatch }} />
      )}
      <span className={cx(isDead && 'line-through')}>{text}</span>
      {hasPrice && !isDead && (
        // No text: the name of the button is its label.
        <span
          data-price={formatShortRupees(variant.price)}
          className="figures text-xs font-normal text-ink-soft after:content-[attr(data-price)]"
        />
      )}
    </button>
  )
}

const axisText = (name: 'Colour' | 'Size' | null) => name && (name === 'Colour' ? t`Colour` : t`Size`)

import { t } from '@lingui/core/macro'
import type { ListedVariant, Media } from '@haat/contract/catalog'
import { formatShortRupees } from '@haat/contract/money'
import { cx } from '@haat/ui/cx'
import { type FormEvent, useId, useState } from 'react'
import { Picture } from '../../ui/picture.tsx'
import { type Option, variantAxes, variantButtonText } from './variants.ts'

export type Choosable = ListedVariant & { media?: readonly Media[] }

interface VariantPickerProps<V> {
  variants: readonly V[]
  selected: V | null
  onSelect: (variant: V) => void
  /** Whether a form is around it. */
  isField?: boolean
}

/** Lines; on a phone one, or three for many, that scroll sideways as far as the screen's edge. */
const ROW =
  'flex gap-2 max-sm:in-[dialog]:flex-wrap max-sm:-m-1 scroll-row max-sm:-mr-4 max-sm:p-1 max-sm:pr-4 sm:max-h-44 sm:flex-wrap sm:overflow-y-auto'
const MANY = 12
const ROWS = 'max-sm:grid max-sm:grid-flow-col max-sm:grid-rows-3 max-sm:justify-start'

/**
 * Buttons for colours and sizes, or for each variant; nothing for a single variant. A screen reader hears the whole
 * variant that a button selects.
 */
export function VariantPicker<V extends Choosable>(props: VariantPickerProps<V>) {
  const { variants, selected, onSelect, isField = false } = props
  const id = useId()
  const Tag = isField ? 'div' : 'form'
  const [chosen, setChosen] = useState<Option<V>>()
  const { text = '', otherChoice } = chosen ?? {}
  if (variants.length < 2) return null
  const inStock = variants.filter(({ stock }) => stock > 0)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 text-base font-bold sm:mb-2">{t`Available Variants`}</h2>
      <Tag onSubmit={(event: FormEvent) => event.preventDefault()} className="grid grid-cols-1 gap-3">
        {variantAxes(variants, selected).map(({ name, options }) => {
          const title = name && (name === 'Colour' ? t`Colour` : t`Size`)
          const other = name === 'Size' ? 'color' : 'size'
          // Whether the choice changes any price: the same for all that is selected, as is the height.
          const hasPrice = inStock.some(({ price, [other]: kept }) =>
            inStock.some((like) => like.price !== price && (!name || like[other] === kept)),
          )
          const pictures = new Set(options.map(({ variant }) => variant.color && pictureOf(variant)))
          // Each a colour with a picture of its own.
          const hasPictures =
            name !== 'Size' && pictures.size === options.length && [...pictures].every(Boolean)
          return (
            <div key={name} role="group" aria-label={title ?? undefined}>
              {title && (
                <p
                  className={cx(
                    'text-sm text-ink-soft',
                    options.length > 1 && 'mb-1 max-sm:in-[main]:hidden',
                  )}
                >
                  {title}: <b className="text-ink">{options.find(({ isSelected }) => isSelected)?.text}</b>
                </p>
              )}
              <div className={cx(ROW, options.length > MANY && ROWS)} hidden={options.length === 1}>
                {options.map((option) => (
                  <OptionButton
                    key={name ? option.text : option.variant.id}
                    {...option}
                    {...{ hasPrice, isField }}
                    onSelect={(variant) => {
                      setChosen(option)
                      onSelect(variant)
                    }}
                    picture={hasPictures && pictureOf(option.variant)}
                  />
                ))}
              </div>
            </div>
          )
        })}
      </Tag>
      <p role="status" className="mt-2 text-sm text-ink-soft empty:hidden">
        {otherChoice && chosen?.variant.id === selected?.id && t`${text} comes in ${otherChoice}.`}
      </p>
    </section>
  )
}

export const pictureOf = ({ media }: Choosable) => media?.[0]?.media_url

interface OptionButtonProps<V extends Choosable>
  extends Option<V>, Pick<VariantPickerProps<V>, 'onSelect' | 'isField'> {
  picture: string | false | undefined
  hasPrice: boolean
}

function OptionButton<V extends Choosable>(props: OptionButtonProps<V>) {
  const { text, variant, isSelected, isDead, picture, hasPrice, isField, onSelect } = props
  const label = variantButtonText(variant)
  const swatch = text === variant.color && variant.swatch
  return (
    <button
      type={isField ? 'button' : 'submit'}
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
        <span
          className="size-4 rounded-full border border-line-strong"
          // As muted as goods are.
          style={{ background: `color-mix(in oklab, ${swatch} 75%, gray)` }}
        />
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

import { Button, IconButton } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { Field, inputClass } from '@haat/ui/field'
import { ArrowDownToLine, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import {
  addOption,
  type Axis,
  type Filled,
  fillDown,
  labelOf,
  optionsOf,
  removeOption,
  type VariantDraft,
} from './matrix.ts'

interface VariantsFieldProps {
  variants: readonly VariantDraft[]
  onChange: (variants: VariantDraft[]) => void
  error: string | undefined
}

/** `other` cannot be typed: a stock is what there is, without a sign. */
const CELLS = [
  { name: 'price', label: 'Price', mode: 'decimal', prefix: '₹', other: /[^\d.,]/g, width: 'w-22' },
  { name: 'mrp', label: 'MRP', mode: 'decimal', prefix: '₹', other: /[^\d.,]/g, width: 'w-22' },
  { name: 'stock', label: 'Stock', mode: 'numeric', prefix: '', other: /\D/g, width: 'w-18' },
  { name: 'sku', label: 'SKU', mode: 'text', prefix: '', other: /\t/g, width: 'w-1/3' },
] as const

const FILLED: readonly Filled[] = ['price', 'mrp', 'stock']

/** Colours and sizes, and a row for each of their pairs. */
export function VariantsField({ variants, onChange, error }: VariantsFieldProps) {
  const isOne = variants.length === 1
  const isMissing = (name: string, { price }: VariantDraft): boolean =>
    error !== undefined && name === 'price' && price.trim() === ''
  const set = (index: number, changes: Partial<VariantDraft>) =>
    onChange(variants.with(index, { ...variants[index]!, ...changes }))
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Options axis="color" label="Colours" hint="Blue" {...{ variants, onChange }} />
        <Options axis="size" label="Sizes or packs" hint="M, 500 g" {...{ variants, onChange }} />
      </div>
      {error && (
        <p role="alert" className="text-sm font-medium text-brick">
          {error}
        </p>
      )}
      <table className="w-full border-collapse max-sm:block">
        <caption className="sr-only">Price, MRP, stock and SKU of each variant</caption>
        <thead className="max-sm:hidden">
          <tr className="text-left text-xs text-ink-soft">
            {!isOne && (
              <th scope="col" className="pb-1 font-semibold">
                Variant
              </th>
            )}
            {CELLS.map(({ name, label, width }) => (
              <th key={name} scope="col" className={cx('pb-1 pl-2 font-semibold', width)}>
                {label}
              </th>
            ))}
            {!isOne && (
              <th className="w-11">
                <span className="sr-only">Remove</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="max-sm:grid max-sm:gap-4">
          {variants.map((variant, index) => (
            <tr
              key={variant.id ?? labelOf(variant)}
              className={cx(
                'max-sm:grid max-sm:grid-cols-2 max-sm:gap-2',
                !isOne && 'max-sm:border-t max-sm:border-line max-sm:pt-2',
              )}
            >
              {!isOne && (
                <th
                  scope="row"
                  className="text-left font-semibold max-sm:col-span-2 max-sm:flex max-sm:items-center"
                >
                  <span className="min-w-0 flex-1 text-sm">{labelOf(variant) || 'Without options'}</span>
                  <Remove className="sm:hidden" {...{ variants, index, onChange }} />
                </th>
              )}
              {CELLS.map(({ name, label, mode, prefix, other }) => (
                <td key={name} className={cx('py-1 sm:pl-2', name === 'sku' && 'max-sm:col-span-2')}>
                  <span aria-hidden className="block text-xs font-semibold text-ink-soft sm:hidden">
                    {label}
                  </span>
                  <span className="relative block">
                    {prefix && (
                      <span
                        aria-hidden
                        className="absolute inset-y-0 left-2.5 grid place-items-center text-ink-soft"
                      >
                        {prefix}
                      </span>
                    )}
                    <input
                      aria-label={isOne ? label : `${label} of ${labelOf(variant)}`}
                      inputMode={mode}
                      autoComplete="off"
                      aria-invalid={isMissing(name, variant) || undefined}
                      maxLength={name === 'sku' ? 100 : 14}
                      value={variant[name]}
                      onChange={({ target }) => set(index, { [name]: target.value.replace(other, '') })}
                      className={cx(
                        inputClass(isMissing(name, variant)),
                        'min-h-11! figures',
                        prefix && 'pl-6!',
                        'px-2.5!',
                      )}
                    />
                  </span>
                </td>
              ))}
              {!isOne && (
                <td className="max-sm:hidden">
                  <Remove {...{ variants, index, onChange }} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {!isOne && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span className="text-ink-soft">All as the first:</span>
          {FILLED.map((name) => (
            <Button
              key={name}
              icon={ArrowDownToLine}
              variant="outline"
              size="sm"
              onClick={() => onChange(fillDown(variants, name))}
            >
              {CELLS.find((cell) => cell.name === name)?.label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

interface RemoveProps extends Omit<VariantsFieldProps, 'error'> {
  index: number
  className?: string
}

function Remove({ variants, index, onChange, className }: RemoveProps) {
  const name = labelOf(variants[index] ?? variants[0]!)
  return (
    <IconButton
      label={`Remove ${name}`}
      className={className}
      onClick={() => onChange(variants.toSpliced(index, 1))}
      icon={X}
      size="sm"
    />
  )
}

interface OptionsProps extends Omit<VariantsFieldProps, 'error'> {
  axis: Axis
  label: string
  hint: string
}

function Options({ axis, label, hint, variants, onChange }: OptionsProps) {
  const id = useId()
  const [text, setText] = useState('')
  const add = (): void => {
    // A comma separates several.
    onChange(text.split(',').reduce((rows, option) => addOption(rows, axis, option), [...variants]))
    setText('')
  }
  const addOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <Field id={id} label={label}>
      <div className="flex flex-wrap gap-2">
        {optionsOf(variants, axis).map((option) => (
          <span
            key={option}
            className="inline-flex items-center rounded-full border border-line-strong bg-paper-deep pl-3 text-sm font-semibold"
          >
            {option}
            <IconButton
              label={`Remove ${option}`}
              className="size-9! min-w-9"
              onClick={() => onChange(removeOption(variants, axis, option))}
              icon={X}
              size="sm"
            />
          </span>
        ))}
        <span className="flex min-w-36 flex-1 gap-1">
          <input
            id={id}
            value={text}
            maxLength={200}
            placeholder={hint}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
            onKeyDown={addOnEnter}
            onBlur={() => text.trim() !== '' && add()}
            className={cx(inputClass(false), 'min-h-11!')}
          />
          <IconButton
            label={`Add to ${label.toLowerCase()}`}
            onClick={add}
            className="border-line-strong!"
            icon={Plus}
          />
        </span>
      </div>
    </Field>
  )
}

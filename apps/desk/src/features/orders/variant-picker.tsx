import { formatShortRupees } from '@haat/contract/money'
import { staffVariants } from '@haat/contract/staff/products'
import { TextField } from '@haat/ui/field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actQuery } from '../../api/queries.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import type { ChosenItem } from './phone-order.ts'

interface VariantPickerProps {
  label: string
  /** What is searched for at first. */
  initial?: string
  onChoose: (item: Omit<ChosenItem, 'quantity'>) => void
}

const SHOWN = 6
/** A plural is no other product. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/(?<=..)s$/, ''))
    .filter(Boolean)

/** Finds one variant by words of product, colour, size or SKU. */
export function VariantPicker({ label, initial = '', onChoose }: VariantPickerProps) {
  const [text, setText] = useState(initial)
  const words = wordsOf(useSettled(text))
  const { data = [], isFetched } = useQuery({
    ...actQuery(staffVariants.list, { search: words.join(' '), limit: 50 }),
    enabled: words.length > 0,
  })
  // The server finds products; of their variants, those that the words are about come first.
  const scored = data
    .filter(({ is_published }) => is_published)
    .map((row) => {
      const parts = `${row.product} ${row.variant ?? ''} ${row.sku ?? ''}`.toLowerCase().split(/[\s,()/·-]+/)
      return { row, score: words.filter((word) => parts.some((part) => part.startsWith(word))).length }
    })
    .toSorted((one, other) => other.score - one.score)
  const shown = words.length === 0 ? [] : scored.slice(0, SHOWN)
  return (
    <div>
      <TextField
        label={label}
        value={text}
        onChange={({ target }) => setText(target.value)}
        placeholder="Product, colour, size or SKU"
        autoComplete="off"
        type="search"
      />
      {shown.length > 0 && (
        <ul
          aria-label={`Found for ${text}`}
          className="mt-1 divide-y divide-line rounded-md border border-line"
        >
          {shown.map(({ row: { id, product, variant, sku, media_url, price, stock } }) => {
            const name = variant ? `${product} (${variant})` : product
            return (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => {
                    onChoose({ variant_id: id, name, media_url, price, stock })
                    setText('')
                  }}
                  className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-left hover:bg-peacock-tint"
                >
                  <Thumbnail url={media_url} />
                  <span className="min-w-0 flex-1">
                    {name}
                    <span className="block text-sm text-ink-soft">
                      {[sku, stock === 0 ? 'Sold out' : `${stock} in stock`].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  <span className="font-semibold figures">{formatShortRupees(price)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {words.length > 0 && isFetched && shown.length === 0 && (
        <p role="status" className="mt-1 text-sm text-ink-soft">
          No product in the shop has these words.
        </p>
      )}
    </div>
  )
}

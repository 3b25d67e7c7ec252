import { formatShortRupees } from '@haat/contract/money'
import { staffVariants } from '@haat/contract/staff/products'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actQuery } from '../../api/queries.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Finder } from '../../ui/finder.tsx'
import type { ChosenItem } from './phone-order.ts'

interface VariantPickerProps {
  label: string
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
  const settled = useSettled(text)
  const words = wordsOf(settled)
  const { data = [], isFetched } = useQuery({
    ...actQuery(staffVariants.list, { search: words.join(' '), limit: 50 }),
    enabled: words.length > 0,
  })
  // The server finds products; of their variants, those that the words are about come first.
  const found = data
    .filter(({ is_published }) => is_published)
    .map(({ id, product, variant, sku, media_url, stock, deal_price, ...row }) => {
      const price = deal_price ?? row.price
      const parts = `${product} ${variant ?? ''} ${sku ?? ''}`.toLowerCase().split(/[\s,()/·-]+/)
      return {
        ...{ id, media_url, price, stock, end: formatShortRupees(price) },
        name: variant ? `${product} (${variant})` : product,
        note: [sku, stock === 0 ? 'Sold out' : `${stock} in stock`].filter(Boolean).join(' · '),
        score: words.filter((word) => parts.some((part) => part.startsWith(word))).length,
      }
    })
    .toSorted((one, other) => other.score - one.score)
  return (
    <Finder
      label={label}
      placeholder="Product, colour, size or SKU"
      type="search"
      value={text}
      onChange={setText}
      found={words.length > 0 && settled === text && isFetched ? found.slice(0, SHOWN) : undefined}
      nothing="No product in the shop has these words."
      onChoose={({ id, name, media_url, price, stock }) => {
        onChoose({ variant_id: id, name, media_url, price, stock })
        setText('')
      }}
    />
  )
}

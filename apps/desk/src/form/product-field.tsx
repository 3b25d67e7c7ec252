import { formatShortRupees } from '@haat/contract/money'
import { staffProducts } from '@haat/contract/staff/products'
import { type FieldValues, useController, type UseControllerProps } from 'react-hook-form'
import { useAllowed } from '../api/queries.ts'
import { useSettled } from '../lib/use-settled.ts'
import { Finder } from '../ui/finder.tsx'

const SHOWN = 6

/** A product of the shop, found while one types; the form has its name, or its id where several are called so. */
export function ProductField<Values extends FieldValues>({
  label,
  ...controlled
}: UseControllerProps<Values> & { label: string }) {
  const { field, fieldState } = useController(controlled)
  const typed = String(field.value).trim()
  const search = useSettled(typed)
  const { data = [], isFetched } = useAllowed(staffProducts.list, { search, limit: 50 })
  const found = data.map(({ id, name, brand, category, media_url, price }) => ({
    ...{ id, name, media_url, end: formatShortRupees(price) },
    note: [brand, category].join(' · '),
  }))
  return (
    <Finder
      label={label}
      placeholder="Name or SKU"
      {...field}
      error={fieldState.error?.message}
      value={String(field.value)}
      found={search !== '' && search === typed && isFetched ? found.slice(0, SHOWN) : undefined}
      nothing="No product has these words."
      onChoose={({ id, name }) =>
        field.onChange(found.some((one) => one.name === name && one.id !== id) ? `#${id}` : name)
      }
    />
  )
}

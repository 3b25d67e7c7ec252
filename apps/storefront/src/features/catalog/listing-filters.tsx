import { t } from '@lingui/core/macro'
import { LIMITS } from '@haat/contract/rules'
import { type ComponentProps, type FormEvent, startTransition, useOptimistic, useRef, useState } from 'react'
import { Search } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { useSearchOnce } from '../../lib/use-once.ts'
import { Button, IconButton } from '@haat/ui/button'
import { Select, TextField } from '@haat/ui/field'
import { changeListing, LISTING_NAMES } from './listing.ts'

/** The filters in the address and a setter. A change shows at once, even while the next screen still renders. */
export function useListingSearch() {
  const [search, setSearch] = useSearchOnce()
  const [optimistic, setOptimistic] = useOptimistic(search)
  const change = (changes: Record<string, string>) =>
    startTransition(() => {
      const next = changeListing(optimistic, changes)
      setOptimistic(next)
      setSearch(next)
    })
  return { search: optimistic, change }
}

interface FilterFormProps extends ComponentProps<'form'> {
  /** Names of the filters that the form sets. */
  names: readonly string[]
}

/** A form that leads to the listing with another filter, also without JavaScript. */
export function FilterForm({ names, children, ...rest }: FilterFormProps) {
  const [search] = useSearchParams()
  const others = ['query', ...LISTING_NAMES].filter((name) => !names.includes(name) && search.has(name))
  return (
    <form onSubmit={(event) => event.preventDefault()} {...rest}>
      {others.map((name) => (
        <input key={name} type="hidden" name={name} value={search.getAll(name).join(',')} />
      ))}
      {children}
    </form>
  )
}

export interface Sorts {
  /** What the list's own order is called. */
  unsorted: string
  byPriceOnly?: boolean
}

/** The order of the list, stored in the address. */
export function SortSelect({ unsorted, byPriceOnly = false }: Sorts) {
  const { search, change } = useListingSearch()
  const options = [
    { value: '', label: unsorted },
    { value: 'price_asc', label: t`Price: Low to High` },
    { value: 'price_desc', label: t`Price: High to Low` },
    { value: 'discount_desc', label: t`Highest Discount` },
    { value: 'newest', label: t`Newest` },
  ]
  return (
    <FilterForm names={['sort']} className="max-sm:grow max-sm:basis-[7em] [&_select]:text-ellipsis sm:w-56">
      <Select
        label={t`Sort`}
        labelHidden
        name="sort"
        options={byPriceOnly ? options.slice(0, 3) : options}
        value={search.get('sort') ?? ''}
        onChange={(event) => change({ sort: event.target.value })}
      />
      <div className="mt-2 hidden noscript:grid">
        <Button type="submit" variant="outline" size="sm">{t`Apply`}</Button>
      </div>
    </FilterForm>
  )
}

/** A search within the category, stored in the address. */
export function CategorySearch() {
  const { search, change } = useListingSearch()
  const [text, setText] = useState(search.get('search') ?? '')
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === (search.get('search') ?? '')) return field.current?.focus()
    return change({ search: text.trim() })
  }
  return (
    <FilterForm
      names={['search']}
      role="search"
      aria-label={t`Search in this category`}
      onSubmit={submit}
      className="max-sm:w-full sm:w-72"
    >
      <TextField
        ref={field}
        type="search"
        name="search"
        label={t`Search in this category`}
        labelHidden
        placeholder={t`Search in this category`}
        maxLength={LIMITS.search_length}
        value={text}
        onChange={(event) => setText(event.target.value)}
        end={<IconButton type="submit" label={t`Search`} icon={Search} className="bg-card" />}
      />
    </FilterForm>
  )
}

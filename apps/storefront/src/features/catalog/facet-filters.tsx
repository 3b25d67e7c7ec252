import { t } from '@lingui/core/macro'
import type { Facets, ProductFilter } from '@haat/contract/catalog'
import { toRupees } from '@haat/contract/money'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '@haat/ui/button'
import { Checkbox, RadioGroup, type RadioOption } from '@haat/ui/choice'
import { Skeleton } from '@haat/ui/feedback'
import { TextField } from '@haat/ui/field'
import { Stars } from '../../ui/stars.tsx'
import { Swatch } from '../../ui/swatch.tsx'
import { categoriesQuery, choicesOf, filterQuery, inTree } from './catalog.queries.ts'
import { FilterForm, filterNames, useListingSearch, withWords } from './listing-filters.tsx'
import { bandLabel, bandText, readListing, type Scope } from './listing.ts'

/** The filters of a screen, stored in the address, with the number of products of each choice. */
export function Filters({ scope }: { scope: Scope }) {
  const { search, change } = useListingSearch()
  const listing = readListing(search, scope)
  const { facets, price, total } =
    useQuery({
      ...filterQuery(listing.filter),
      placeholderData: keepPreviousData,
      // A large shop may count yet.
      refetchInterval: ({ state }) => (state.data && !state.data.facets ? 3000 : false),
    }).data ?? {}
  const changePrice = (changes: Record<string, string>) =>
    change({ ...(price?.rest && withWords(scope, price.rest)), ...changes })
  if (!facets) return <Skeleton className="h-240" />
  const given = { search, facets, change, total }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const typed = (name: string) => wholeRupees(String(given.get(name) ?? ''))
    const [least, most] = [typed('min_price'), typed('max_price')]
    if (least === null || most === null) return
    const isSwapped = least && most && Number(least) > Number(most)
    const [min_price, max_price] = isSwapped ? [most, least] : [least, most]
    if (min_price !== (search.get('min_price') ?? '') || max_price !== (search.get('max_price') ?? ''))
      changePrice({ price: '', min_price, max_price })
  }
  return (
    <FilterForm names={filterNames(scope)} onSubmit={submit} className="grid grid-cols-1 gap-6">
      <Checkbox
        label={t`In stock only`}
        name="in_stock"
        value="1"
        count={facets.in_stock}
        checked={listing.filter.in_stock === true}
        onChange={(event) => change({ in_stock: event.target.checked ? '1' : '' })}
        className="-mb-2"
      />
      {scope.category === undefined && <Categories {...{ search, facets, change }} />}
      <Prices {...{ search, facets, price }} change={changePrice} />
      <Names kind="size" legend={t`Size`} find={t`Search sizes`} {...given} />
      <Names kind="color" legend={t`Colour`} find={t`Search colours`} {...given} />
      <Choices
        legend={t`Rating`}
        name="rating"
        choices={facets.ratings.map(({ from, count }) => ({
          value: String(from),
          label: (
            <span className="flex items-center gap-2">
              <Stars rating={from} decorative />
              <span aria-hidden>{t`and up`}</span>
              <span className="sr-only">{t`${from} stars and up`}</span>
            </span>
          ),
          count,
        }))}
        selected={String(listing.filter.rating ?? '')}
        onSelect={(rating) => change({ rating })}
      />
      <Choices
        legend={t`Discount`}
        name="min_discount"
        choices={facets.discounts.map(({ from, count }) => ({
          value: String(from),
          label: t`${from}% or more`,
          count,
        }))}
        selected={String(listing.filter.min_discount ?? '')}
        onSelect={(min_discount) => change({ min_discount })}
      />
      <Names kind="brand" legend={t`Brand`} find={t`Search brands`} {...given} />
      <div className="hidden noscript:grid">
        <Button type="submit">{t`Apply filters`}</Button>
      </div>
    </FilterForm>
  )
}

interface FilterProps {
  search: URLSearchParams
  facets: Facets
  change: (changes: Record<string, string>) => void
}

function Categories({ search, facets, change }: FilterProps) {
  const { data: categories = [] } = useQuery(categoriesQuery())
  const counts = new Map(facets.categories.map(({ id, count }) => [id, count]))
  return (
    <Choices
      legend={t`Category`}
      name="category"
      any={t`All Categories`}
      choices={inTree(categories).map(({ id, name, parent_id }) => ({
        value: String(id),
        label: <span className={parent_id === null ? undefined : 'block pl-4'}>{name}</span>,
        count: counts.get(id) ?? 0,
      }))}
      selected={String(readListing(search).filter.category ?? '')}
      onSelect={(category) => change({ category, brand: '', color: '', size: '' })}
    />
  )
}

/** Bands of prices, and limits of one's own, which apply on Enter or by the button. @param props `price` that the words name */
function Prices({ search, facets, change, price }: FilterProps & { price: ProductFilter | undefined }) {
  const own = readListing(search).filter
  const isTyped = search.has('min_price') || search.has('max_price') || (price && !search.has('price'))
  const { min_price, max_price } = (own.min_price ?? own.max_price) ? own : { ...price }
  const textOf = (paise?: number) => (isTyped && paise !== undefined ? String(toRupees(paise)) : '')
  const typed = { min: textOf(min_price), max: textOf(max_price) }
  return (
    <div>
      <Choices
        legend={t`Price`}
        name="price"
        any={t`Any price`}
        choices={facets.prices.map((band) => ({
          value: bandText(band),
          label: bandLabel(band),
          count: band.count,
        }))}
        selected={isTyped ? null : (search.get('price') ?? '')}
        onSelect={(price) => change({ price, min_price: '', max_price: '' })}
      />
      <PriceRange key={`${typed.min}-${typed.max}`} {...typed} />
    </div>
  )
}

/** The rupees of a text such as `₹1,000.50`, without paise; empty for an empty one, null for what is no price. */
function wholeRupees(text: string): string | null {
  const number = text.replaceAll(/[₹,\s]/g, '')
  if (number === '') return ''
  return /^\d{1,8}(?:\.\d{0,8})?$/.test(number) ? String(Math.trunc(Number(number))) : null
}

/** @param props rupees as typed; empty for no limit */
function PriceRange(props: { min: string; max: string }) {
  const [draft, setDraft] = useState(props)
  const box = (name: 'min' | 'max', label: string) => (
    <TextField
      label={label}
      name={`${name}_price`}
      inputMode="numeric"
      placeholder="₹"
      maxLength={20}
      value={draft[name]}
      error={wholeRupees(draft[name]) === null ? t`Type rupees, such as 500.` : undefined}
      onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
    />
  )
  return (
    <>
      <div className="mt-2 grid grid-cols-2 gap-2">
        {box('min', t`Min price`)}
        {box('max', t`Max price`)}
      </div>
      <Button type="submit" variant="outline" size="sm" className="mt-2 w-full">{t`Apply price`}</Button>
    </>
  )
}

interface ChoicesProps {
  legend: string
  name: string
  /** The text of no choice. */
  any?: string
  choices: RadioOption<string>[]
  /** Empty for none, null for something else. */
  selected: string | null
  onSelect: (value: string) => void
}

/** The choices that have products, and the selected one. */
function Choices({ legend, name, any = t`Any`, choices, selected, onSelect }: ChoicesProps) {
  const shown = choices.filter(({ value, count }) => count !== 0 || value === selected)
  if (shown.length === 0) return null
  return (
    <RadioGroup
      legend={legend}
      name={name}
      options={[{ value: '', label: any }, ...shown]}
      value={selected}
      onChange={onSelect}
    />
  )
}

/** So many names have a field that searches them. */
const MANY_NAMES = 10

interface NamesProps extends FilterProps, Record<'legend' | 'find', string> {
  kind: keyof ReturnType<typeof choicesOf>
  /** How many products there are. */
  total: number | undefined
}

/** Choices of which several may be selected. One that all products have, and that alone, is none. */
function Names({ search, facets, change, kind, legend, find, total }: NamesProps) {
  const [text, setText] = useState('')
  const selected = readListing(search).filter[kind] ?? []
  const counted = choicesOf(facets)[kind]
  const without = selected.filter((name) => counted.every((choice) => choice.name !== name))
  const choices = [...without.map((name) => ({ name, label: name, swatch: null, count: 0 })), ...counted]
  if (selected.length === 0 && choices.every(({ count }) => choices.length === 1 && count === total))
    return null
  const isShown = ({ name, label }: { name: string; label: string }) =>
    selected.includes(name) || label.toLowerCase().includes(text.trim().toLowerCase())
  const toggle = (name: string) => {
    const others = selected.filter((other) => other !== name)
    change({ [kind]: [...others, ...(selected.includes(name) ? [] : [name])].join(',') })
  }
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      {choices.length > MANY_NAMES && (
        <TextField
          type="search"
          label={find}
          labelHidden
          placeholder={find}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="mb-1 noscript:hidden"
        />
      )}
      <div className="-mx-2 grid max-h-[306px] overflow-y-auto px-2 pointer-coarse:max-h-[330px]">
        {choices.filter(isShown).map(({ name, label, swatch, count }) => (
          <Checkbox
            key={name}
            label={
              <span className="flex items-center gap-2">
                {swatch && <Swatch color={swatch} />}
                {label}
              </span>
            }
            name={kind}
            value={name}
            count={count}
            checked={selected.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </div>
    </fieldset>
  )
}

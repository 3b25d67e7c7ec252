import { Checkbox } from '@haat/ui/choice'
import { Button, IconButton } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { Select, TextField } from '@haat/ui/field'
import { Search, SlidersHorizontal, X } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { createSearchParams, Link } from 'react-router-dom'
import { parseDay, shortDay } from '../lib/format.ts'
import type { Filter, View } from './columns.tsx'
import { type ListState, useListState } from './list-state.ts'

/** The view that is filtered now, if any. */
export function activeView(views: readonly View[], state: ListState): View | undefined {
  const names = [...new Set(views.flatMap(({ search }) => Object.keys(search)))]
  return views.find(({ search }) => names.every((name) => state.get(name) === (search[name] ?? '')))
}

export function Views({ views }: { views: readonly View[] }) {
  const active = activeView(views, useListState())
  const bar = useRef<HTMLElement>(null)
  // Not by scrollIntoView, which may scroll the page too.
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (tab)
      bar.current?.scrollTo?.({ left: tab.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2 })
  }, [active, views.length])
  return (
    <nav
      ref={bar}
      aria-label="Views"
      className="scrollbar-none relative flex overflow-x-auto px-[clamp(4px,calc(3vw-12px),20px)]"
    >
      {views.map(({ label, search, count }) => {
        const isActive = label === active?.label
        return (
          <Link
            key={label}
            to={{ search: createSearchParams(search).toString() }}
            aria-current={isActive ? 'page' : undefined}
            className={cx(
              'flex min-h-11 shrink-0 items-center gap-1.5 border-b-3 px-2.5 text-sm font-semibold whitespace-nowrap',
              isActive
                ? 'border-peacock text-peacock'
                : 'border-transparent text-ink-soft hover:border-line-strong hover:text-ink',
            )}
          >
            {label}
            {Boolean(count) && (
              <span
                className={cx(
                  'rounded-full px-2 text-xs font-bold',
                  isActive ? 'bg-peacock text-paper' : 'bg-paper-deep text-ink',
                )}
              >
                {count?.toLocaleString('en-IN')}
              </span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}

/** How long somebody may pause while typing, in ms. */
const PAUSE_MS = 300

function SearchField({ hint }: { hint: string }) {
  const state = useListState()
  const searched = state.get('search')
  const [text, setText] = useState(searched)
  const [lastSearched, setLastSearched] = useState(searched)
  // The address has changed by other means, such as Clear or Back.
  if (searched !== lastSearched) {
    setLastSearched(searched)
    setText(searched)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (next: string): void => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setLastSearched(next.trim())
      state.set({ search: next.trim() })
    }, PAUSE_MS)
  }
  return (
    <SearchInput
      data-list-search
      placeholder={hint}
      value={text}
      maxLength={100}
      onChange={(event) => change(event.target.value)}
      className="sm:max-w-md"
    />
  )
}

/** What is searched for. `className` applies to the whole field. */
export function SearchInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <div className={cx('relative min-w-0 flex-1', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-ink-soft"
      />
      <input
        type="search"
        aria-label="Search"
        {...rest}
        className="h-11 w-full rounded-md border border-line-strong bg-card pr-3 pl-10 text-base placeholder:text-ink-soft hover:border-peacock"
      />
    </div>
  )
}

function labelOf(filter: Filter, value: string): string {
  if (filter.kind === 'flag') return filter.label
  if (filter.kind === 'choice')
    return `${filter.label}: ${filter.options.find((option) => option.value === value)?.label ?? value}`
  const day = parseDay(value)
  return `${filter.label} ${day ? shortDay(day) : value}`
}

function FilterField({ filter }: { filter: Filter }) {
  const state = useListState()
  const value = state.get(filter.name)
  const set = (next: string) => state.set({ [filter.name]: next })
  if (filter.kind === 'flag')
    return (
      <Checkbox
        label={filter.label}
        checked={value === 'true'}
        onChange={(event) => set(event.target.checked ? 'true' : '')}
        className="self-end"
      />
    )
  if (filter.kind === 'day')
    return (
      <TextField
        type="date"
        label={filter.label}
        value={value}
        onChange={(event) => set(event.target.value)}
      />
    )
  return (
    <Select
      label={filter.label}
      options={[{ value: '', label: 'Any' }, ...filter.options]}
      value={value}
      onChange={(event) => set(event.target.value)}
    />
  )
}

interface ListFiltersProps {
  filters: readonly Filter[]
  searchHint: string
}

/** The search, the filters behind a button, and those that are set as chips. */
export function ListFilters({ filters, searchHint }: ListFiltersProps) {
  const state = useListState()
  const [isOpen, setIsOpen] = useState(false)
  const set = filters.filter(({ name }) => state.get(name) !== '')
  return (
    <div className="desk-margin grid gap-3 py-3">
      <div className="flex gap-2">
        <SearchField hint={searchHint} />
        {filters.length > 0 && (
          <Button
            icon={SlidersHorizontal}
            variant="outline"
            size="sm"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span className="max-sm:sr-only">Filter</span>
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
          {filters.map((filter) => (
            <FilterField key={filter.name} filter={filter} />
          ))}
        </div>
      )}
      {set.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {set.map((filter) => {
            const label = labelOf(filter, state.get(filter.name))
            return (
              <span
                key={filter.name}
                className="inline-flex items-center rounded-full border border-line bg-card pl-3 text-sm font-semibold"
              >
                {label}
                <IconButton
                  label={`Remove the filter ${label}`}
                  onClick={() => state.set({ [filter.name]: '' })}
                  className="size-9"
                  icon={X}
                  size="sm"
                />
              </span>
            )
          })}
        </div>
      )}
    </div>
  )
}

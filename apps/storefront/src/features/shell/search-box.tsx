import { plural, t } from '@lingui/core/macro'
import type { Contract } from '@haat/contract'
import type { Reply } from '@haat/contract/endpoint'
import { formatShortRupees } from '@haat/contract/money'
import { brandedName, LIMITS } from '@haat/contract/rules'
import { patterns } from '@haat/contract/storefront-paths'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Clock, LayoutGrid, Search, Tag } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { contract } from '../../api/client.ts'
import { queryTo } from '../../api/query-client.ts'
import { cx } from '@haat/ui/cx'
import { parseJson, storeAndTell, useStored } from '../../lib/device-storage.ts'
import { Link } from '../../lib/link.tsx'
import { useNavigateOnce } from '../../lib/use-once.ts'
import { useTimeout } from '../../lib/use-timeout.ts'
import { paths } from '../../paths.ts'
import { Picture } from '../../ui/picture.tsx'
import { mainCategoriesQuery } from '../catalog/catalog.queries.ts'

/** How long typing pauses before the server is asked, in ms. */
const PAUSE_MS = 150
const RECENT_SHOWN = 3

/** Of the last searches of this device. They are not sent anywhere. */
const RECENT = 'recentSearches'
const RECENT_MAX = 8

/** Newest first. @param kept what anything may have written */
function searchesIn(kept: string | null): string[] {
  const texts = parseJson(kept)
  return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string').slice(0, RECENT_MAX) : []
}

function remember(text: string, searches: readonly string[]): void {
  const others = searches.filter((other) => other.toLowerCase() !== text.toLowerCase())
  storeAndTell(RECENT, JSON.stringify([text, ...others].slice(0, RECENT_MAX)))
}

const suggestQuery = (query: string) => ({
  ...queryTo(['catalog', 'suggest', query], contract.catalog.suggest, { query: { query } }),
  enabled: query !== '',
  placeholderData: keepPreviousData,
})

interface Option {
  to: string
  /** What is remembered as a search. */
  search?: string
  content: ReactNode
}

const withIcon = (icon: ReactNode, text: string) => (
  <>
    <span className="flex size-10 shrink-0 items-center justify-center text-ink-soft">{icon}</span>
    <span className="min-w-0 wrap-anywhere">{text}</span>
  </>
)

type Found = Partial<Reply<Contract['catalog']['suggest']>>

/** @param found without a text the shop's categories alone */
function groupsOf(text: string, earlier: readonly string[], found: Found = {}) {
  const fitting = earlier.filter((search) => search.toLowerCase().startsWith(text.toLowerCase()))
  const recent = text === '' ? fitting : fitting.slice(0, RECENT_SHOWN)
  const searches = (texts: string[], icon: ReactNode): Option[] =>
    texts.map((search) => ({ to: paths.searchResults(search), search, content: withIcon(icon, search) }))
  return [
    { label: t`Recent searches`, options: searches(recent, <Clock aria-hidden className="size-5" />) },
    {
      label: t`Categories`,
      options: (found.categories ?? []).map(({ id, name }): Option => ({
        to: paths.categoryPage(id),
        content: withIcon(<LayoutGrid aria-hidden className="size-5" />, name),
      })),
    },
    { label: t`Brands`, options: searches(found.brands ?? [], <Tag aria-hidden className="size-5" />) },
    {
      label: t`Products`,
      options: (found.products ?? []).map(({ id, name, brand, price, media_url }): Option => ({
        to: paths.product(id, name),
        content: (
          <>
            <span className="size-10 shrink-0 overflow-hidden rounded-sm">
              <Picture src={media_url} name={brandedName({ name, brand })} alt="" sizes="40px" />
            </span>
            <span className="line-clamp-3 min-w-0 grow leading-tight">{brandedName({ name, brand })}</span>
            <span className="figures shrink-0 font-semibold">{formatShortRupees(price)}</span>
          </>
        ),
      })),
    },
  ].filter(({ options }) => options.length > 0)
}

/**
 * The product search: a combobox (WAI-ARIA 1.2, list autocomplete without selection) that suggests products, categories,
 * brands and earlier searches. On the search results screen it shows that screen's query. Without scripts it is a form.
 */
export function SearchBox({ className }: { className?: string }) {
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const navigate = useNavigateOnce()
  const { pathname, search, key: place } = useLocation()
  const query = pathname === patterns.searchResults ? (new URLSearchParams(search).get('query') ?? '') : ''
  /** What the field holds, a while after typing has paused. */
  const [text, setText] = useState('')
  /** Where the list was opened: elsewhere it is closed. */
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === place
  /** Where the option leads that the arrow keys have chosen: only for Enter as the next key. */
  const [chosen, setChosen] = useState<string>()
  const wait = useTimeout()
  const { data } = useQuery(suggestQuery(text))
  const earlier = searchesIn(useStored(RECENT))
  const { data: mains = [] } = useQuery(mainCategoriesQuery())
  const first = mains.toSorted((a, b) => b.product_count - a.product_count).slice(0, 6)
  const groups = open ? groupsOf(text, earlier, text === '' ? { categories: first } : data) : []
  const options = groups.flatMap((group) => group.options)
  const active = options.findIndex(({ to }) => to === chosen)
  const isShown = options.length > 0
  const optionId = (index: number) => `${listId}option${index}`
  const show = (isOpen: boolean) => {
    setChosen(undefined)
    setOpenAt(isOpen ? place : undefined)
  }
  const typed = () => (input.current?.value ?? '').trim().slice(0, LIMITS.search_length)

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  }, [active])

  const begin = () => {
    setText(typed())
    show(true)
  }
  const type = () => {
    show(true)
    wait(PAUSE_MS, () => setText(typed()))
  }
  const leave = (searched: string | undefined) => {
    if (searched !== undefined) remember(searched, earlier)
    show(false)
    input.current?.blur()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed() === '') return input.current?.focus()
    leave(typed())
    return navigate(paths.searchResults(typed()))
  }
  const press = (event: KeyboardEvent) => {
    const option = options[active]
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpenAt(place)
      const step = event.key === 'ArrowDown' ? 1 : -1
      // One place more than options: none, that is, the field itself.
      const places = options.length + 1
      setChosen(options[((active + 1 + step + places) % places) - 1]?.to)
    } else if (event.key === 'Enter' && option) {
      event.preventDefault()
      leave(option.search)
      navigate(option.to)
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      show(false)
    }
  }
  return (
    <form role="search" action={patterns.searchResults} onSubmit={submit} className={className}>
      <input
        key={query}
        ref={input}
        type="search"
        name="query"
        role="combobox"
        aria-label={t`Search products`}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-expanded={isShown}
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        placeholder={t`Search products`}
        maxLength={LIMITS.search_length}
        defaultValue={query}
        autoComplete="off"
        enterKeyHint="search"
        onChange={type}
        onClick={begin}
        onFocus={begin}
        onBlur={() => show(false)}
        onKeyDown={press}
        className="min-h-12 w-full rounded-full border border-line-strong bg-card pr-14 pl-5 text-ellipsis placeholder:text-[length:min(1rem,4.3vw)] placeholder:text-ink-soft hover:border-peacock"
      />
      <button
        type="submit"
        aria-label={t`Search`}
        className="absolute top-0.5 right-0.5 flex size-11 items-center justify-center rounded-full bg-peacock text-paper hover:bg-peacock-deep"
      >
        <Search aria-hidden className="size-5" />
      </button>
      <p aria-live="polite" className="sr-only">
        {open && text !== '' && data
          ? plural(options.length, { one: '# suggestion', other: '# suggestions' })
          : ''}
      </p>
      <div
        hidden={!isShown}
        // Keeps the field focused.
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        // On a phone as wide as menu, field and cart.
        className="absolute inset-x-0 top-full z-40 max-sm:-right-13 max-sm:-left-11 mt-1 max-h-[70vh] overflow-y-auto rounded-lg border border-line-strong bg-card py-2 shadow-lg"
      >
        <div ref={list} id={listId} role="listbox" aria-label={t`Suggestions`}>
          {groups.map((group) => (
            <div key={group.label} role="group" aria-label={group.label}>
              <p aria-hidden className="px-4 pt-2 text-xs font-semibold text-ink-soft">
                {group.label}
              </p>
              {group.options.map((option) => {
                const index = options.indexOf(option)
                const isActive = index === active
                return (
                  <Link
                    key={option.to}
                    id={optionId(index)}
                    to={option.to}
                    role="option"
                    tabIndex={-1}
                    aria-selected={isActive}
                    onClick={() => leave(option.search)}
                    className={cx(
                      'flex min-h-12 cursor-pointer items-center gap-3 px-3 py-1 text-sm hover:bg-peacock-tint hover:text-peacock',
                      isActive && 'bg-peacock-tint text-peacock',
                    )}
                  >
                    {option.content}
                  </Link>
                )
              })}
            </div>
          ))}
        </div>
        {text === '' && earlier.length > 0 && (
          <button
            type="button"
            onClick={() => storeAndTell(RECENT, null)}
            className="mx-3 min-h-11 rounded-sm px-1 text-sm font-semibold text-peacock hover:underline"
          >{t`Clear recent searches`}</button>
        )}
      </div>
    </form>
  )
}

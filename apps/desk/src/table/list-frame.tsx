/** A list of anything: views, search and filters in the address, table or cards, selection with what can be done to many. */
import { Button } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { count } from '../lib/format.ts'
import { useIsWide } from '../lib/use-media-query.ts'
import { Failed } from '../shell/fallbacks.tsx'
import { isPlainKey } from '../shell/jump-keys.ts'
import { ScreenHead } from '../shell/screen-head.tsx'
import { ActionBar } from '../ui/action-bar.tsx'
import type { Column, Filter, View } from './columns.tsx'
import { activeView, ListFilters, Views } from './list-filters.tsx'
import { matches, useListState } from './list-state.ts'
import { Cards, RowsLoading, Table, type ListTable, useListTable } from './rows.tsx'
import { asTabs, SaveView, useSavedViews, type ViewedList } from './saved-views.tsx'

interface ListFrameProps<Row extends object> {
  title: string
  /** The screen above it. */
  back?: { label: string; path: string }
  actions?: ReactNode
  views?: readonly View[]
  /** The other lists of its screen, in place of views. */
  tabs?: ReactNode
  /** Its name where views of it can be saved. */
  saves?: ViewedList
  filters?: readonly Filter[]
  /** What the search finds. */
  searchHint: string
  /** Of a list that is loaded a page at a time, an infinite query. */
  query: UseQueryResult<readonly Row[]> | UseInfiniteQueryResult<readonly Row[]>
  /** Chooses of the rows where the server does not. @param has whether one of the texts has what is searched for */
  isFound?: (row: Row, has: (...texts: (string | null)[]) => boolean) => boolean
  columns: readonly Column<Row>[]
  /** What tells rows apart; their `id` without. */
  rowId?: (row: Row) => string
  /** Where a row leads; without it, it opens over the list. */
  rowPath?: (row: Row) => string
  /** What stands over the list for a row, or for `new`: which is in the address, so that Back closes it. */
  opened?: (key: string, close: () => void) => ReactNode
  /** Of a button that opens a new one. */
  add?: string
  /** What a row is called that can be selected. */
  rowName?: (row: Row) => string
  /** What can be done to the selected rows; without it none can be selected. */
  bulk?: (rows: Row[], clear: () => void) => ReactNode
  /** Where there is nothing at all yet: what it is good for, and a button in place of the one that adds. */
  nothingYet: { title: string; text: string; action?: ReactNode }
}

const idOf = (row: object): string => ('id' in row ? String(row.id) : '')
const NO_ROWS: readonly never[] = []
/** More rows than this are not chosen at once. */
const MOST_CHOSEN = 500

export function ListFrame<Row extends object>(props: ListFrameProps<Row>) {
  const { views = [], saves, filters = [], query, isFound, columns, rowId = idOf } = props
  const state = useListState()
  const saved = useSavedViews(saves)
  const isWide = useIsWide()
  const loaded = query.data ?? NO_ROWS
  const has = (...texts: (string | null)[]) => matches(state.get('search').replace(/^#/, ''), ...texts)
  const rows = isFound ? loaded.filter((row) => isFound(row, has)).slice(0, state.limit) : loaded
  const isPaged = 'hasNextPage' in query
  const table = useListTable({ rows, columns, rowId, state, isPaged })
  useListKeys()
  const add = props.add && (
    <Button icon={Plus} onClick={() => state.set({ open: 'new' })}>
      {props.add}
    </Button>
  )
  const actions = (props.actions || add) && (
    <>
      {props.actions}
      {add}
    </>
  )
  const opened = state.get('open')
  return (
    <>
      <ScreenHead title={props.title} actions={actions} back={props.back} />
      {props.tabs}
      {views.length + saved.length > 0 && (
        <Views views={[...(views.length > 0 ? views : [{ label: 'All', search: {} }]), ...asTabs(saved)]} />
      )}
      <ListFilters filters={filters} searchHint={props.searchHint} />
      {saves && (
        <div className="desk-margin flex justify-end empty:hidden">
          <SaveView list={saves} saved={saved} views={views} />
        </div>
      )}
      {query.isPending ? (
        <RowsLoading isWide={isWide} />
      ) : query.error ? (
        <Failed error={query.error} onRetry={query.refetch} />
      ) : rows.length === 0 ? (
        <Nothing {...props} nothingYet={{ action: add, ...props.nothingYet }} />
      ) : (
        <Rows {...props} shown={rows.length} table={table} isWide={isWide} />
      )}
      {opened !== '' && props.opened?.(opened, () => state.set({ open: '' }))}
    </>
  )
}

function Nothing<Row extends object>({ filters = [], views = [], nothingYet }: ListFrameProps<Row>) {
  const state = useListState()
  const names = [
    'search',
    ...filters.map(({ name }) => name),
    ...views.flatMap(({ search }) => Object.keys(search)),
  ]
  const set = names.filter((name) => state.get(name) !== '')
  const view = activeView(views, state)
  const isOnlyView = view !== undefined && set.every((name) => name in view.search)
  const clear = () => state.set(Object.fromEntries(set.map((name) => [name, ''])))
  return (
    <div className="desk-margin pb-6">
      {set.length > 0 && isOnlyView ? (
        <EmptyState title={`Nothing under “${view.label}”`} />
      ) : set.length > 0 ? (
        <EmptyState
          title="Nothing found"
          text="Nothing here fits the search and the filters."
          action={<Button onClick={clear}>Clear filters</Button>}
        />
      ) : (
        <EmptyState {...nothingYet} />
      )}
    </div>
  )
}

interface RowsProps<Row extends object> extends ListFrameProps<Row> {
  table: ListTable<Row>
  /** How many rows. */
  shown: number
  isWide: boolean
}

function Rows<Row extends object>(props: RowsProps<Row>) {
  const { table, shown, isWide, query, columns, rowId = idOf, bulk } = props
  const state = useListState()
  const rowPath = props.rowPath ?? ((row: Row) => state.pathWith({ open: rowId(row) }))
  const Shown = isWide ? Table : Cards
  const isPaged = 'hasNextPage' in query
  const hasMore = isPaged ? query.hasNextPage : shown >= state.limit
  const selected = table.getSelectedRowModel().rows.map(({ original }) => original)
  const { limit } = state
  const clear = () => table.resetRowSelection(true)
  const wantsAll = useRef(false)
  const canLoad = hasMore && shown < MOST_CHOSEN
  const isLoading = isPaged ? query.isFetchingNextPage : query.isPlaceholderData
  // All that match: loaded first, so that what is chosen is what is seen.
  useEffect(() => {
    if (!wantsAll.current || isLoading || (!isPaged && limit < MOST_CHOSEN)) return
    if (isPaged && canLoad) void query.fetchNextPage()
    else {
      wantsAll.current = false
      table.toggleAllRowsSelected(true)
    }
  }, [isLoading, isPaged, limit, canLoad, query, table])
  const chooseAll = (): void => {
    wantsAll.current = true
    if (isPaged) void query.fetchNextPage()
    else state.set({ show: String(MOST_CHOSEN) })
  }
  return (
    <>
      <div className={query.isPlaceholderData ? 'opacity-60' : undefined}>
        <Shown {...{ table, columns, rowPath }} rowName={bulk && props.rowName} />
      </div>
      <div className="desk-margin flex flex-wrap items-center gap-4 py-4 text-sm text-ink-soft">
        <p role="status">
          {hasMore ? `The first ${shown.toLocaleString('en-IN')}` : count(shown, 'in all', 'in all')}
        </p>
        {hasMore && (
          <Button
            variant="outline"
            size="sm"
            onClick={isPaged ? () => query.fetchNextPage() : state.showMore}
            busy={isLoading}
          >
            Show more
          </Button>
        )}
      </div>
      {bulk && selected.length > 0 && (
        <ActionBar
          role="region"
          aria-label="Selected rows"
          className="shadow-[0_-4px_16px_rgb(0_0_0/0.08)] lg:px-8"
        >
          <p role="status" className="mr-2 flex items-center font-semibold">
            {count(selected.length, 'selected', 'selected')}
          </p>
          {canLoad && table.getIsAllRowsSelected() && (
            <Button variant="outline" size="sm" busy={isLoading} onClick={chooseAll}>
              Select all that match
            </Button>
          )}
          {bulk(selected, clear)}
          <Button icon={X} variant="quiet" size="sm" onClick={clear} className="ml-auto">
            Clear
          </Button>
        </ActionBar>
      )}
    </>
  )
}

const drawn = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row]')]
const current = (): number => drawn().findIndex((row) => row.contains(document.activeElement))

function goTo(index: number): void {
  const row = drawn()[index]
  row?.querySelector<HTMLElement>('[data-row-link]')?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

const KEYS: Record<string, () => void> = {
  j: () => goTo(current() + 1),
  k: () => goTo(Math.max(0, current() - 1)),
  x: () => drawn()[current()]?.querySelector<HTMLElement>('input[type=checkbox]')?.click(),
  '/': () => document.querySelector<HTMLElement>('[data-list-search]')?.focus(),
}

/** `j` and `k` go through the rows, `x` selects, Enter opens, `/` goes to the search. */
function useListKeys(): void {
  useEffect(() => {
    const follow = (event: KeyboardEvent): void => {
      const act = isPlainKey(event) ? KEYS[event.key] : undefined
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', follow)
    return () => window.removeEventListener('keydown', follow)
  }, [])
}

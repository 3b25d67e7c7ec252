/** Saved views of a list: tabs of its own, a dialog that saves one, and a button that deletes it. */
import { staffViews } from '@haat/contract/staff/views'
import { Button } from '@haat/ui/button'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkX } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { actQuery, useMay } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import type { CallInput } from '../api/client.ts'
import { useAsk } from '../form/act-form.tsx'
import type { View } from './columns.tsx'

export type ViewedList = CallInput<typeof staffViews.list>['list']

/** How a list is ordered and how much of it is shown is no view. */
const OTHERS = ['show', 'sort', 'open']

function useFilterText(): string {
  const [search] = useSearchParams()
  const filters = new URLSearchParams([...search].filter(([name]) => !OTHERS.includes(name)))
  filters.sort()
  return filters.toString()
}

export function useSavedViews(list: ViewedList | undefined) {
  const { data = [] } = useQuery({
    ...actQuery(staffViews.list, { list: list ?? 'orders' }),
    enabled: list !== undefined,
  })
  return list === undefined ? [] : data
}

export const asTabs = (saved: ReturnType<typeof useSavedViews>): View[] =>
  saved.map(({ name, search }) => ({ label: name, search: Object.fromEntries(new URLSearchParams(search)) }))

interface SaveViewProps {
  list: ViewedList
  saved: ReturnType<typeof useSavedViews>
  views: readonly View[]
}

/** Saves what is filtered now, or deletes the saved view that is open. */
export function SaveView({ list, saved, views }: SaveViewProps) {
  const { run } = useActs()
  const may = useMay()
  const ask = useAsk()
  const search = useFilterText()
  const current = saved.find((view) => view.search === search)
  if (current)
    return current.is_own || may('staff.write') ? (
      <Button
        icon={BookmarkX}
        variant="quiet"
        size="sm"
        onClick={() =>
          run(staffViews.delete, { view: current.id }, () => `The view “${current.name}” is deleted.`)
        }
      >
        Delete this view
      </Button>
    ) : null
  const isTab = views.some((view) => new URLSearchParams(view.search).toString() === search)
  if (search === '' || isTab) return null
  const save = () =>
    ask({
      act: staffViews.save,
      title: 'Save this view',
      text: 'A tab over the list, with this search and these filters.',
      button: 'Save',
      given: { list, search },
      fields: { name: { label: 'Name' }, is_shared: { label: 'All of the staff see it' } },
      done: ({ name }) => `The view “${name}” is saved.`,
    })
  return (
    <Button icon={Bookmark} variant="quiet" size="sm" onClick={save}>
      Save as view
    </Button>
  )
}

import type { ReplyOf } from '@haat/contract/staff/act'
import { staffCategories } from '@haat/contract/staff/shop'
import { Button } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import { FolderTree, Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useMay, versionQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { useAsk } from '../form/act-form.tsx'
import { reloadOf } from '../form/use-edit-form.ts'
import { count } from '../lib/format.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { ScreenHead } from '../shell/screen-head.tsx'
import { MoreMenu } from '../ui/menu.tsx'
import { SortableList } from '../ui/sortable.tsx'

const MOVES: readonly { move: Move; label: string }[] = [
  { move: 'up', label: 'Move up' },
  { move: 'down', label: 'Move down' },
  { move: 'in', label: 'Move into the one above' },
  { move: 'out', label: 'Move out one level' },
]

const LIST = 'mt-2 border-t border-line figures'
const idOf = ({ category }: Place): string => String(category.id)

export function CategoriesScreen() {
  const may = useMay()
  const { run } = useActs()
  const { data, instead } = useScreen(versionQuery(staffCategories.list, {}))
  const dialogs = useCategoryDialogs(data?.reply ?? [], data?.version ?? null)
  if (!data) return instead
  const mayEdit = may(staffCategories.set.permission)
  const rows = data.reply
  const places = placesOf(rows)
  const move = ({ category: { id, name } }: Place, set: Record<string, string> | null): void => {
    if (set) void run(staffCategories.set, { category: `#${id}`, set }, () => `${name} has moved.`)
  }
  const add = (
    <Button icon={Plus} onClick={() => dialogs.add()}>
      New category
    </Button>
  )
  const row = (place: Place) => (
    <CategoryRow
      place={place}
      dialogs={mayEdit ? dialogs : undefined}
      move={(how) => move(place, moveOf(place, how))}
    />
  )
  return (
    <>
      <ScreenHead
        title="Categories"
        text={
          mayEdit && (
            <span className="pointer-coarse:hidden">
              Drag a category beside another, or move the one with the focus by Alt and an arrow key.
            </span>
          )
        }
        actions={mayEdit && add}
      />
      {rows.length === 0 ? (
        <div className="desk-margin py-3">
          <EmptyState
            title="No categories yet"
            text="Categories are the shelves of the shop. Customers find the goods by them, and coupons can be for one of them."
            action={mayEdit && add}
          />
        </div>
      ) : mayEdit ? (
        <SortableList
          items={places}
          idOf={idOf}
          onMove={(_, dragged, over) =>
            move(dragged, dropOf(dragged, over, places.indexOf(over) > places.indexOf(dragged)))
          }
          className={LIST}
        >
          {row}
        </SortableList>
      ) : (
        <ul className={LIST}>
          {places.map((place) => (
            <li key={idOf(place)}>{row(place)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

interface CategoryRowProps {
  place: Place
  /** Nothing can be changed without. */
  dialogs: ReturnType<typeof useCategoryDialogs> | undefined
  move: (how: Move) => void
}

function CategoryRow({ place, dialogs, move }: CategoryRowProps) {
  const { category, level } = place
  const { name, image_url, products, all_products } = category
  const follow = (event: KeyboardEvent): void => {
    const how = event.altKey ? MOVE_KEYS[event.key] : undefined
    if (!how) return
    event.preventDefault()
    move(how)
  }
  return (
    <div className="desk-margin flex min-h-14 items-center gap-3 border-b border-line bg-paper">
      <span style={{ width: level * 20 }} className="shrink-0" />
      {image_url ? (
        <img
          src={image_url}
          alt=""
          loading="lazy"
          draggable={false}
          className="size-10 shrink-0 rounded-sm object-cover"
        />
      ) : (
        <span className="flex size-10 shrink-0 items-center justify-center rounded-sm bg-paper-deep text-ink-soft">
          <FolderTree aria-hidden className="size-5" />
        </span>
      )}
      {dialogs ? (
        <button
          type="button"
          onClick={() => dialogs.edit(category)}
          onKeyDown={follow}
          className="min-h-11 min-w-0 flex-1 truncate text-left font-semibold hover:text-peacock"
        >
          {name}
        </button>
      ) : (
        <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
      )}
      <span className="shrink-0 text-sm text-ink-soft">
        {all_products === products ? products : `${products} of ${all_products}`}
        <span className="max-sm:sr-only"> products</span>
      </span>
      {dialogs && (
        <MoreMenu
          label={`More about ${name}`}
          items={[
            { label: 'Rename, picture…', onClick: () => dialogs.edit(category) },
            ...MOVES.map(({ move: how, label }) => moveOf(place, how) && { label, onClick: () => move(how) }),
            { label: 'Move to…', onClick: () => dialogs.move(category) },
            { label: 'New category in it…', onClick: () => dialogs.add(category) },
            { label: 'Delete…', onClick: () => dialogs.remove(category), isDanger: true },
          ]}
        />
      )}
    </div>
  )
}

const PICTURE = { label: 'Picture', hint: 'Square is best', aspect: 1 }

function useCategoryDialogs(rows: readonly Category[], version: string | null) {
  const ask = useAsk()
  const stands = (initial: number | null | undefined, all: readonly Category[], category?: Category) => ({
    'set:under': {
      label: 'Stands in',
      options: placesFor(category, all),
      initial: String(initial ?? 'none'),
    },
  })
  const change = (category: Category, isMove: boolean) => {
    const fieldsOf = ({ name, image_url, parent_id }: Category, all: readonly Category[]) => ({
      ...(!isMove && {
        'set:name': { label: 'Name', initial: name },
        'set:picture': { ...PICTURE, initial: image_url },
      }),
      ...stands(parent_id, all, category),
    })
    ask({
      act: staffCategories.set,
      title: category.name,
      text: `${count(category.all_products, 'product')} in it and below it. Its address stays /category-page?category=${category.id}.`,
      button: 'Save',
      given: { category: `#${category.id}` },
      fields: fieldsOf(category, rows),
      version,
      reload: reloadOf(staffCategories.list, {}, (all) =>
        fieldsOf(all.find(({ id }) => id === category.id) ?? category, all),
      ),
      done: ({ path }) => `${path} is saved.`,
    })
  }
  return {
    edit: (category: Category) => change(category, false),
    move: (category: Category) => change(category, true),
    add: (under?: Category) =>
      ask({
        act: staffCategories.add,
        title: 'New category',
        button: 'Add category',
        fields: { name: { label: 'Name', hint: null }, ...stands(under?.id, rows), 'set:picture': PICTURE },
        isNew: true,
        done: ({ path }) => `Added ${path}.`,
      }),
    remove: (category: Category) => {
      const { id, name, products } = category
      const options = placesFor(category, rows).slice(1)
      ask({
        act: staffCategories.delete,
        title: `Delete ${name}?`,
        text:
          category.all_products === 0
            ? 'There are no products in it.'
            : `${count(products, 'product')} need another category.`,
        button: 'Delete',
        given: { category: `#${id}` },
        fields:
          products === 0 ? {} : { move_products_to: { label: 'Move the products to', hint: null, options } },
        done: ({ moved }) => `${name} is deleted${moved > 0 ? `, ${count(moved, 'product')} moved` : ''}.`,
      })
    },
  }
}

type Category = ReplyOf<typeof staffCategories.list>[number]

interface Place {
  category: Category
  level: number
  above: Category | undefined
  below: Category | undefined
  parent: Category | undefined
}

/** Each category with its neighbours of the same level. @param rows each before its sub-categories */
function placesOf(rows: readonly Category[]): Place[] {
  return rows.map((category) => {
    const siblings = rows.filter(({ parent_id }) => parent_id === category.parent_id)
    const at = siblings.indexOf(category)
    return {
      category,
      level: category.path.split(' > ').length - 1,
      above: siblings[at - 1],
      below: siblings[at + 1],
      parent: rows.find(({ id }) => id === category.parent_id),
    }
  })
}

type Move = 'up' | 'down' | 'in' | 'out'

/** What changes for a move, or null where there is no room. */
function moveOf({ above, below, parent }: Place, move: Move): Record<string, string> | null {
  const key = (category: Category) => String(category.id)
  if (move === 'up') return above ? { before: key(above) } : null
  if (move === 'down') return below ? { after: key(below) } : null
  // Below the one that stands above, as the last.
  if (move === 'in') return above ? { under: key(above) } : null
  if (!parent) return null
  return { under: parent.parent_id === null ? 'none' : String(parent.parent_id), after: key(parent) }
}

/** What changes for a drop: it stands beside the other, on the same level. Null for a drop into itself. */
function dropOf({ category }: Place, over: Place, isDown: boolean): Record<string, string> | null {
  const { id, parent_id, path } = over.category
  if (path.startsWith(`${category.path} > `)) return null
  const set = { [isDown ? 'after' : 'before']: String(id) }
  if (parent_id === category.parent_id) return set
  return { ...set, under: parent_id === null ? 'none' : String(parent_id) }
}

const MOVE_KEYS: Record<string, Move> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

/** Where a category can be put: everywhere but in itself. */
const placesFor = (category: Category | undefined, rows: readonly Category[]) => [
  { value: 'none', label: 'Top level' },
  ...rows
    .filter(({ path }) => !category || (path !== category.path && !path.startsWith(`${category.path} > `)))
    .map(({ id, path }) => ({ value: String(id), label: path })),
]

import { staffCategories } from '@haat/contract/staff/shop'
import { Button } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import { FolderTree, Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useMay, versionQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import {
  type Category,
  dropOf,
  type Move,
  MOVE_KEYS,
  moveOf,
  type Place,
  placesFor,
  placesOf,
} from '../features/categories/category-tree.ts'
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

/** Categories: the tree of the shop. */
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

/** What is asked about the categories that are shown. */
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

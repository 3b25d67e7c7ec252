import { staffCategories } from '@haat/contract/staff/shop'
import { Button, IconButton } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, FolderTree, Plus } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { send } from '../api/client.ts'
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
import { ActDialog } from '../form/act-form.tsx'
import { count } from '../lib/format.ts'
import { ScreenFailed, ScreenLoading } from '../shell/fallbacks.tsx'
import { ScreenHead } from '../shell/screen-head.tsx'
import { Menu } from '../ui/menu.tsx'

const SortableList = lazy(async () => ({
  default: (await import('../ui/sortable.tsx')).SortableList<Place>,
}))

type Asked = { what: 'add'; under?: Category } | { what: 'edit' | 'move' | 'delete'; category: Category }

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
  const { data, error, isPending, refetch } = useQuery(versionQuery(staffCategories.list, {}))
  const [asked, setAsked] = useState<Asked>()
  if (isPending) return <ScreenLoading />
  if (error) return <ScreenFailed error={error} onRetry={refetch} />
  const mayEdit = may(staffCategories.set.permission)
  const rows = data.reply
  const places = placesOf(rows)
  const move = ({ category: { id, name } }: Place, set: Record<string, string> | null): void => {
    if (set) void run(staffCategories.set, { category: `#${id}`, set }, () => `${name} has moved.`)
  }
  const add = (
    <Button icon={Plus} onClick={() => setAsked({ what: 'add' })}>
      New category
    </Button>
  )
  const row = (place: Place) => (
    <CategoryRow
      place={place}
      ask={mayEdit ? setAsked : undefined}
      move={(how) => move(place, moveOf(place, how))}
    />
  )
  const plain = (
    <ul className={LIST}>
      {places.map((place) => (
        <li key={idOf(place)}>{row(place)}</li>
      ))}
    </ul>
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
      ) : (
        <Suspense fallback={plain}>
          {mayEdit ? (
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
            plain
          )}
        </Suspense>
      )}
      {asked && (
        <CategoryDialog
          asked={asked}
          rows={rows}
          version={data.version}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

interface CategoryRowProps {
  place: Place
  ask: ((asked: Asked) => void) | undefined
  move: (how: Move) => void
}

function CategoryRow({ place, ask, move }: CategoryRowProps) {
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
      {ask ? (
        <button
          type="button"
          onClick={() => ask({ what: 'edit', category })}
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
      {ask && (
        <Menu
          items={[
            { label: 'Rename, picture…', onClick: () => ask({ what: 'edit', category }) },
            ...MOVES.filter(({ move: how }) => moveOf(place, how)).map(({ move: how, label }) => ({
              label,
              onClick: () => move(how),
            })),
            { label: 'Move to…', onClick: () => ask({ what: 'move', category }) },
            { label: 'New category in it…', onClick: () => ask({ what: 'add', under: category }) },
            { label: 'Delete…', onClick: () => ask({ what: 'delete', category }), isDanger: true },
          ]}
          trigger={<IconButton label={`More about ${name}`} icon={Ellipsis} />}
        />
      )}
    </div>
  )
}

interface CategoryDialogProps {
  asked: Asked
  rows: Category[]
  version: string | null
  onClose: () => void
}

function CategoryDialog({ asked, rows, version, onClose }: CategoryDialogProps) {
  if (asked.what === 'add')
    return (
      <ActDialog
        act={staffCategories.add}
        title="New category"
        button="Add category"
        fields={{
          name: { label: 'Name', hint: null },
          'set:under': {
            label: 'Stands in',
            options: placesFor(undefined, rows),
            initial: String(asked.under?.id ?? 'none'),
          },
          'set:picture': { label: 'Picture', hint: 'Square is best', aspect: 1 },
        }}
        isNew
        done={({ path }) => `Added ${path}.`}
        onClose={onClose}
      />
    )
  const { category } = asked
  const given = { category: `#${category.id}` }
  if (asked.what === 'delete')
    return (
      <ActDialog
        act={staffCategories.delete}
        title={`Delete ${category.name}?`}
        text={
          category.all_products === 0
            ? 'There are no products in it.'
            : `${count(category.products, 'product')} need another category.`
        }
        button="Delete"
        given={given}
        fields={
          category.products === 0
            ? {}
            : {
                move_products_to: {
                  label: 'Move the products to',
                  hint: null,
                  options: placesFor(category, rows).slice(1),
                },
              }
        }
        done={({ moved }) =>
          `${category.name} is deleted${moved > 0 ? `, ${count(moved, 'product')} moved` : ''}.`
        }
        onClose={onClose}
      />
    )
  const fieldsOf = ({ name, image_url, parent_id }: Category, all: Category[]) => {
    const under = {
      'set:under': {
        label: 'Stands in',
        options: placesFor(category, all),
        initial: String(parent_id ?? 'none'),
      },
    }
    if (asked.what === 'move') return under
    const picture = { label: 'Picture', hint: 'Square is best', aspect: 1, initial: image_url }
    return { 'set:name': { label: 'Name', initial: name }, 'set:picture': picture, ...under }
  }
  return (
    <ActDialog
      act={staffCategories.set}
      title={category.name}
      text={`${count(category.all_products, 'product')} in it and below it. Its address stays /category-page?category=${category.id}.`}
      button="Save"
      given={given}
      fields={fieldsOf(category, rows)}
      version={version}
      reload={async () => {
        const now = await send(staffCategories.list, {})
        const stored = now.reply.find(({ id }) => id === category.id) ?? category
        return { fields: fieldsOf(stored, now.reply), version: now.version }
      }}
      done={({ path }) => `${path} is saved.`}
      onClose={onClose}
    />
  )
}

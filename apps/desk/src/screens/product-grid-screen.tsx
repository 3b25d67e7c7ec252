import { Button, IconButton } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { EmptyState } from '@haat/ui/feedback'
import { useQueryClient } from '@tanstack/react-query'
import { Redo2, Undo2 } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { gridQuery, type VariantRow } from '../features/products/products.queries.ts'
import { GridCards } from '../grid/grid-cards.tsx'
import { GridTable } from '../grid/grid-table.tsx'
import { useGrid } from '../grid/use-grid.ts'
import { count } from '../lib/format.ts'
import { useIsWide } from '../lib/use-media-query.ts'
import { paths } from '../paths.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { ScreenHead } from '../shell/screen-head.tsx'
import { ActionBar } from '../ui/action-bar.tsx'

/** Many variants in a spreadsheet: prices, stock, tax and where they show. */
export function ProductGridScreen() {
  const [search] = useSearchParams()
  const products = (search.get('products') ?? '').split(',').map(Number).filter(Boolean)
  const query = gridQuery({ products })
  const client = useQueryClient()
  const { data, instead } = useScreen(query)
  if (!data) return instead
  return <Grid stored={data} reload={() => client.fetchQuery({ ...query, staleTime: 0 })} />
}

interface GridProps {
  stored: readonly VariantRow[]
  reload: () => Promise<readonly VariantRow[]>
}

function Grid({ stored, reload }: GridProps) {
  const isWide = useIsWide()
  const grid = useGrid(stored, reload)
  const { rows, state, notes, tried } = grid
  const changes = [...state.changes.values()].reduce((sum, row) => sum + Object.keys(row).length, 0)
  const refused = notes.filter(({ isRefused }) => isRefused).length
  const odd = notes.length - refused
  const products = new Set(rows.map(({ product_id }) => product_id)).size
  return (
    <>
      <ScreenHead
        title="Edit in grid"
        text={
          isWide
            ? `${count(products, 'product')}, ${count(rows.length, 'variant')}. Type to replace, Enter to edit, Ctrl V to paste from a spreadsheet.`
            : count(rows.length, 'variant')
        }
        back={{ label: 'Products', path: paths.products() }}
        actions={
          <>
            <IconButton label="Undo" onClick={grid.undo} disabled={state.past.length === 0} icon={Undo2} />
            <IconButton label="Redo" onClick={grid.redo} disabled={state.future.length === 0} icon={Redo2} />
          </>
        }
      />
      {rows.length === 0 ? (
        <div className="desk-margin py-4">
          <EmptyState
            title="Nothing to edit"
            text="Select products in their list, then edit them in the grid."
          />
        </div>
      ) : isWide ? (
        <GridTable grid={grid} />
      ) : (
        <GridCards grid={grid} />
      )}
      <ActionBar className="lg:px-8">
        <p
          role="status"
          className={cx('min-w-0 flex-1 text-sm font-semibold', changes > 0 && 'max-sm:basis-full')}
        >
          {changes === 0
            ? 'No changes'
            : `${count(changes, 'change')} in ${count(state.changes.size, 'variant')}`}
          {refused > 0 && <span className="text-brick"> · {refused} refused</span>}
          {odd > 0 && ` · ${odd} odd`}
          {tried !== undefined && changes > 0 && ` · ${tried} of ${state.changes.size} can be saved`}
          {tried !== undefined && tried < state.changes.size - refused && ': a product is saved whole'}
        </p>
        <Button variant="quiet" size="sm" disabled={changes === 0} onClick={grid.clear}>
          Undo all
        </Button>
        <Button variant="outline" size="sm" disabled={changes === 0} onClick={grid.tryOut}>
          Try
        </Button>
        <Button size="sm" disabled={changes === 0} onClick={grid.save}>
          Save
        </Button>
      </ActionBar>
    </>
  )
}

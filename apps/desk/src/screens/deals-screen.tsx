import { formatShortRupees } from '@haat/contract/money'
import type { ReplyOf } from '@haat/contract/staff/act'
import { dealSentences, staffDeals } from '@haat/contract/staff/offers'
import { Button } from '@haat/ui/button'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { actQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { currentFirst, isInPhase, OfferChip, phaseOf, phaseViews } from '../features/offers/offer-state.tsx'
import { ActDialog } from '../form/act-form.tsx'
import { untilText } from '../lib/format.ts'
import type { Column } from '../table/columns.ts'
import { ListFrame } from '../table/list-frame.tsx'
import { useListState, useOpenPath } from '../table/list-state.ts'
import { Dialog } from '../ui/dialog.tsx'

type DealRow = ReplyOf<typeof staffDeals.list>[number]

/** `₹399 instead of ₹499, till Sun 29 Nov, 9 pm`. */
function dealSentence({ deal_price, price, start_date, end_date, state }: DealRow): string {
  const instead = price === null ? '' : ` instead of ${formatShortRupees(price)}`
  const start = phaseOf(state) === 'coming' ? `, from ${untilText(start_date)}` : ''
  return `${formatShortRupees(deal_price)}${instead}${start}, till ${untilText(end_date)}`
}

const percentOff = ({ price, deal_price }: DealRow): number | null =>
  price === null || price === 0 ? null : Math.round((1 - deal_price / price) * 100)

const COLUMNS: Column<DealRow>[] = [
  { id: 'product', header: 'Product', cell: 'product', sort: 'product', phone: 'title' },
  { id: 'does', header: 'What it does', cell: dealSentence, sort: 'end_date', phone: 'sub' },
  {
    id: 'off',
    header: 'Off',
    cell: (row) => (percentOff(row) === null ? '' : `${percentOff(row)}%`),
    sort: percentOff,
    phone: 'end',
    align: 'end',
  },
  { id: 'state', header: 'State', cell: ({ state }) => <OfferChip state={state} />, phone: 'state' },
]

/** Deals: a lower price for a while, with a countdown in the shop. */
export function DealsScreen() {
  const state = useListState()
  const { run } = useActs()
  const { pathOf, opened, close } = useOpenPath(state)
  const query = useQuery({ ...actQuery(staffDeals.list, {}), select: currentFirst })
  const deal = query.data?.find(({ id }) => String(id) === opened)
  const add = (
    <Button icon={Plus} onClick={() => state.set({ open: 'new' })}>
      New deal
    </Button>
  )
  return (
    <>
      <ListFrame<DealRow>
        title="Deals"
        actions={add}
        views={phaseViews(query.data ?? [])}
        searchHint="Product"
        query={query}
        isFound={(row, has) => isInPhase(state, row) && has(row.product)}
        columns={COLUMNS}
        rowPath={({ id }) => pathOf(id)}
        rowName={({ product }) => `the deal of ${product}`}
        nothingYet={{
          title: 'No deals yet',
          text: 'A deal sells one product for less until a time that customers see counting down. The price goes back by itself.',
          action: add,
        }}
      />
      {opened === 'new' && (
        <ActDialog
          act={staffDeals.create}
          title="New deal"
          text="It is for the first variant of the product; the price goes back by itself."
          button="Start the deal"
          fields={{
            product: { label: 'Product', isProduct: true },
            price: { label: 'Price during the deal', hint: null },
            starts: { label: 'Starts', hint: 'Now, if it is empty' },
            ends: { label: 'Ends' },
          }}
          done={dealSentences}
          onClose={close}
        />
      )}
      {deal && (
        <Dialog
          onClose={close}
          title={deal.product}
          footer={
            phaseOf(deal.state) !== 'over' && (
              <Button
                variant="danger"
                onClick={() =>
                  run(staffDeals.end, { key: String(deal.id) }, () => 'The deal is ended.', close)
                }
              >
                End this deal
              </Button>
            )
          }
        >
          <div className="grid gap-2">
            <p>
              <OfferChip state={deal.state} />
            </p>
            <p className="text-lg font-semibold">{dealSentence(deal)}.</p>
          </div>
        </Dialog>
      )}
    </>
  )
}

import { formatShortRupees } from '@haat/contract/money'
import { discountPercent } from '@haat/contract/rules'
import type { ReplyOf } from '@haat/contract/staff/act'
import { dealSentences, staffDeals } from '@haat/contract/staff/offers'
import { useQuery } from '@tanstack/react-query'
import { actQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import {
  currentFirst,
  isInPhase,
  OfferDialog,
  offerLook,
  phaseOf,
  phaseViews,
} from '../features/offers/offer-state.tsx'
import { ActDialog } from '../form/act-form.tsx'
import { untilText } from '../lib/format.ts'
import { type Column, stateColumn } from '../table/columns.tsx'
import { ListFrame } from '../table/list-frame.tsx'
import { useListState } from '../table/list-state.ts'

type DealRow = ReplyOf<typeof staffDeals.list>[number]

/** `₹399 instead of ₹499, till Sun 29 Nov, 9 pm`. */
function dealSentence({ deal_price, price, start_date, end_date, state }: DealRow): string {
  const instead = price === null ? '' : ` instead of ${formatShortRupees(price)}`
  const start = phaseOf(state) === 'coming' ? `, from ${untilText(start_date)}` : ''
  return `${formatShortRupees(deal_price)}${instead}${start}, till ${untilText(end_date)}`
}

/** Off the price that the deal replaces; what shoppers read is off the MRP. */
const percentOff = ({ price, deal_price }: DealRow): number => discountPercent(price, deal_price)

const COLUMNS: Column<DealRow>[] = [
  { header: 'Product', cell: 'product', sort: 'product', phone: 'title' },
  { header: 'What it does', cell: dealSentence, sort: 'end_date', phone: 'sub' },
  {
    header: 'Off',
    cell: (row) => (
      <span className="whitespace-nowrap">
        {percentOff(row)}% off your price
        {row.mrp !== null && (
          <span className="block text-xs font-normal text-ink-soft">
            {discountPercent(row.mrp, row.deal_price)}% off MRP
          </span>
        )}
      </span>
    ),
    sort: percentOff,
    phone: 'end',
    align: 'end',
  },
  stateColumn<DealRow>(offerLook),
]

/** Deals: a lower price for a while, with a countdown in the shop. */
export function DealsScreen() {
  const state = useListState()
  const query = useQuery({ ...actQuery(staffDeals.list, {}), select: currentFirst })
  return (
    <ListFrame<DealRow>
      title="Deals"
      add="New deal"
      views={phaseViews(query.data ?? [])}
      searchHint="Product"
      query={query}
      isFound={(row, has) => isInPhase(state, row) && has(row.product)}
      columns={COLUMNS}
      nothingYet={{
        title: 'No deals yet',
        text: 'A deal sells one product for less until a time that customers see counting down. The price goes back by itself.',
      }}
      opened={(key, close) => {
        const deal = query.data?.find(({ id }) => String(id) === key)
        if (key === 'new') return <NewDeal onClose={close} />
        return deal && <DealDialog deal={deal} onClose={close} />
      }}
    />
  )
}

const NewDeal = ({ onClose }: { onClose: () => void }) => (
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
    onClose={onClose}
  />
)

function DealDialog({ deal, onClose }: { deal: DealRow; onClose: () => void }) {
  const { run } = useActs()
  return (
    <OfferDialog
      offer={deal}
      title={deal.product}
      sentence={dealSentence(deal)}
      button="End this deal"
      end={() => run(staffDeals.end, { key: String(deal.id) }, () => 'The deal is ended.', onClose)}
      onClose={onClose}
    />
  )
}

import { staffCoupons } from '@haat/contract/staff/offers'
import { Button } from '@haat/ui/button'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { actQuery } from '../api/queries.ts'
import { CouponDialog, type CouponRow, NewCoupon } from '../features/offers/coupon-dialogs.tsx'
import { listedSentence } from '../features/offers/coupon-sentence.ts'
import { OfferChip, phaseOf, phaseViews } from '../features/offers/offer-state.tsx'
import type { Column } from '../table/columns.ts'
import { ListFrame } from '../table/list-frame.tsx'
import { matches, useListState, useOpenPath } from '../table/list-state.ts'

const COLUMNS: Column<CouponRow>[] = [
  { id: 'code', header: 'Code', cell: ({ code }) => code, sort: ({ code }) => code, phone: 'title' },
  { id: 'does', header: 'What it does', cell: listedSentence, phone: 'sub' },
  {
    id: 'used',
    header: 'Used',
    cell: ({ used_count, usage_limit }) =>
      used_count === 0
        ? 'Not used'
        : usage_limit === null
          ? `${used_count} ×`
          : `${used_count} of ${usage_limit}`,
    sort: ({ used_count }) => used_count,
    phone: 'end',
    align: 'end',
  },
  { id: 'state', header: 'State', cell: ({ state }) => <OfferChip state={state} />, phone: 'state' },
]

/** Coupons: a safe offer, in a sentence. */
export function CouponsScreen() {
  const state = useListState()
  const { pathOf, opened, close } = useOpenPath(state)
  const all = useQuery(actQuery(staffCoupons.list, {}))
  const phase = state.get('phase')
  const query = useQuery({
    ...actQuery(staffCoupons.list, {}),
    select: (rows) =>
      rows
        .filter((row) => phase === '' || phaseOf(row.state) === phase)
        .filter((row) => matches(state.get('search'), row.code, row.description, row.category, row.product))
        .slice(0, state.limit),
  })
  const coupon = all.data?.find(({ code }) => code === opened)
  const add = (
    <Button icon={Plus} onClick={() => state.set({ open: 'new' })}>
      New coupon
    </Button>
  )
  return (
    <>
      <ListFrame<CouponRow>
        title="Coupons"
        actions={add}
        views={phaseViews(all.data ?? [])}
        searchHint="Code, category or product"
        state={state}
        query={query}
        columns={COLUMNS}
        rowId={({ code }) => code}
        rowPath={({ code }) => pathOf(code)}
        rowName={({ code }) => code}
        nothingYet={{
          title: 'No coupons yet',
          text: 'A coupon is a code that takes something off: for new customers, a festival, or somebody who waited too long.',
          action: add,
        }}
      />
      {opened === 'new' && <NewCoupon onClose={close} />}
      {coupon && <CouponDialog coupon={coupon} onClose={close} />}
    </>
  )
}

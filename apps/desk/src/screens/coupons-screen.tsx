import { formatShortRupees } from '@haat/contract/money'
import type { ReplyOf } from '@haat/contract/staff/act'
import { staffCoupons } from '@haat/contract/staff/offers'
import { staffCategories } from '@haat/contract/staff/shop'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { TextField } from '@haat/ui/field'
import { Form } from '@haat/ui/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { call, messageOf } from '../api/client.ts'
import { actQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { listedSentence, typedSentence } from '../features/offers/coupon-sentence.ts'
import {
  currentFirst,
  isInPhase,
  OfferDialog,
  offerLook,
  phaseOf,
  phaseViews,
} from '../features/offers/offer-state.tsx'
import { ActDialog } from '../form/act-form.tsx'
import { ProductField } from '../form/product-field.tsx'
import { type Column, stateColumn } from '../table/columns.tsx'
import { ListFrame } from '../table/list-frame.tsx'
import { useListState } from '../table/list-state.ts'

const COLUMNS: Column<CouponRow>[] = [
  { header: 'Code', cell: 'code', sort: 'code', phone: 'title' },
  { header: 'What it does', cell: listedSentence, phone: 'sub' },
  {
    header: 'Used',
    cell: ({ used_count, usage_limit }) =>
      used_count === 0
        ? 'Not used'
        : usage_limit === null
          ? `${used_count} ×`
          : `${used_count} of ${usage_limit}`,
    sort: 'used_count',
    phone: 'end',
    align: 'end',
  },
  stateColumn<CouponRow>(offerLook),
]

export function CouponsScreen() {
  const state = useListState()
  const query = useQuery({ ...actQuery(staffCoupons.list, {}), select: currentFirst })
  return (
    <ListFrame<CouponRow>
      title="Coupons"
      add="New coupon"
      views={phaseViews(query.data ?? [])}
      searchHint="Code, category or product"
      query={query}
      isFound={(row, has) =>
        isInPhase(state, row) && has(row.code, row.description, row.category, row.product)
      }
      columns={COLUMNS}
      rowId={({ code }) => code}
      nothingYet={{
        title: 'No coupons yet',
        text: 'A coupon is a code that takes something off: for new customers, a festival, or somebody who waited too long.',
      }}
      opened={(key, close) => {
        const coupon = query.data?.find(({ code }) => code === key)
        if (key === 'new') return <NewCoupon onClose={close} />
        return coupon && <CouponDialog coupon={coupon} onClose={close} />
      }}
    />
  )
}

type CouponRow = ReplyOf<typeof staffCoupons.list>[number]

function NewCoupon({ onClose }: { onClose: () => void }) {
  const { data = [] } = useQuery(actQuery(staffCategories.list, {}))
  const options = data.map(({ id, path }) => ({ value: String(id), label: path }))
  const scopeOf = (value: string) => data.find(({ id }) => String(id) === value)?.path ?? value
  return (
    <ActDialog
      act={staffCoupons.create}
      title="New coupon"
      text="Percent or amount; everything else may stay empty."
      button="Create coupon"
      fields={{
        code: { label: 'Code', hint: 'What customers type, such as DIWALI10' },
        percent: { label: 'Percent off', hint: null },
        flat: { label: 'or amount off', hint: null },
        max_discount: { label: 'At most', hint: 'The highest discount, for a percentage' },
        min_amount: { label: 'From', hint: 'What the goods have to cost together' },
        category: { label: 'Only this category', hint: null, options },
        product: { label: 'Only this product', isProduct: true },
        starts: { label: 'Starts', hint: 'Now, if it is empty' },
        ends: { label: 'Ends', hint: 'Never, if it is empty' },
        per_customer: { label: 'Times each customer may use it', hint: null },
        limit: { label: 'Times it may be used in all', hint: null },
        customer: { label: 'Only this customer', hint: 'E-mail address' },
        item: { label: 'Take it off each item instead of the whole order' },
        listed: { label: 'Show it in the checkout to everybody who may use it' },
        description: { label: 'Text for customers', hint: 'Describes the discount, if it is empty' },
      }}
      preview={(typed) => {
        const sentence = typedSentence(typed, scopeOf)
        return <Notice>{sentence ?? 'What the coupon does stands here while you type.'}</Notice>
      }}
      done={({ code }) => `The coupon ${code} is there.`}
      onClose={onClose}
    />
  )
}

/** One coupon: what it does, how often it was used, whether it works for a product, and its end. */
function CouponDialog({ coupon, onClose }: { coupon: CouponRow; onClose: () => void }) {
  const { run } = useActs()
  const { code, state, description, used_count, usage_limit, is_listed } = coupon
  const toggleListed = () =>
    run(staffCoupons.set, { key: code, set: { listed: is_listed ? 'no' : 'yes' } }, (changed) =>
      changed.is_listed ? `The checkout shows ${code}.` : `The checkout does not show ${code}.`,
    )
  return (
    <OfferDialog
      offer={coupon}
      title={code}
      text={description}
      sentence={listedSentence(coupon)}
      button="End this coupon"
      end={() => run(staffCoupons.end, { key: code }, () => `${code} is ended.`, onClose)}
      onClose={onClose}
    >
      <div className="-mt-3 grid justify-items-start gap-2">
        <p className="text-ink-soft">
          {used_count === 0 ? 'Not used yet' : `Used in ${used_count} orders`}
          {usage_limit !== null && `, of ${usage_limit}`}.{' '}
          {is_listed ? 'Shown in the checkout.' : 'Only for who knows the code.'}
        </p>
        {phaseOf(state) !== 'over' && (
          <Button variant="outline" size="sm" onClick={toggleListed}>
            {is_listed ? 'Hide it from the checkout' : 'Show it in the checkout'}
          </Button>
        )}
      </div>
      <TryCoupon code={code} />
    </OfferDialog>
  )
}

function TryCoupon({ code }: { code: string }) {
  const form = useForm({ defaultValues: { product: '', quantity: '1', customer: '' } })
  const wanted = useWatch({ control: form.control, name: 'product' })
  const [result, setResult] = useState<{ isGood: boolean; text: string }>()
  const tryIt = form.handleSubmit(async ({ product, quantity, customer }) => {
    try {
      const { items_total, discount, refusal } = await call(staffCoupons.try, {
        key: code,
        product,
        quantity: Number(quantity) || 1,
        ...(customer && { customer }),
      })
      const paid = formatShortRupees(items_total - discount)
      setResult({
        isGood: refusal === null,
        text:
          refusal ??
          `${formatShortRupees(discount)} off ${formatShortRupees(items_total)}: the customer pays ${paid}.`,
      })
    } catch (error) {
      setResult({ isGood: false, text: messageOf(error) })
    }
  })
  return (
    <Form onSubmit={tryIt} className="grid gap-3 rounded-md border border-line p-4">
      <h3 className="font-bold">Try it</h3>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-3">
        <ProductField control={form.control} name="product" label="Product" />
        <TextField label="Pieces" inputMode="numeric" {...form.register('quantity')} />
      </div>
      <TextField
        label="As this customer"
        hint="E-mail address or phone number; a new customer, if it is empty"
        {...form.register('customer')}
      />
      <div>
        <Button type="submit" variant="outline" disabled={wanted.trim() === ''}>
          Try
        </Button>
      </div>
      {result && <Notice tone={result.isGood ? 'info' : 'wait'}>{result.text}</Notice>}
    </Form>
  )
}

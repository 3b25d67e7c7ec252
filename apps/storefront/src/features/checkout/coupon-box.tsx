import { TicketPercent, X } from 'lucide-react'
import type { FormEvent } from 'react'
import { rupees } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { CheckoutItem } from './checkout-item.ts'
import type { AppliedCoupon } from './coupon.ts'
import type { CouponState } from './use-coupon.ts'

interface CouponBoxProps {
  coupon: CouponState
  items: readonly CheckoutItem[]
}

/** Where a coupon is typed, and where it stands once it is applied. */
export function CouponBox({ coupon, items }: CouponBoxProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!coupon.busy) coupon.apply(items)
  }
  const error = coupon.message?.kind === 'error' ? coupon.message.text : undefined
  return (
    <section aria-label="Coupon" className="mt-6 rounded-md border border-line bg-card p-4">
      {coupon.applied ? (
        <Applied coupon={coupon.applied} onRemove={coupon.remove} />
      ) : (
        <form noValidate onSubmit={submit} className="flex items-start gap-2">
          <TextField
            label="Coupon code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={coupon.code}
            onChange={(event) => coupon.setCode(event.target.value)}
            error={error}
            className="min-w-0 grow"
          />
          <Button
            type="submit"
            variant="outline"
            busy={coupon.busy}
            disabled={coupon.busy}
            className="mt-6.5 min-h-12"
          >
            {coupon.busy ? 'Applying...' : 'Apply'}
          </Button>
        </form>
      )}
      <p role="status" className="text-sm font-medium text-leaf empty:hidden">
        {coupon.message?.kind === 'success' && coupon.message.text}
      </p>
    </section>
  )
}

function Applied({ coupon, onRemove }: { coupon: AppliedCoupon; onRemove: () => void }) {
  return (
    <div className="flex items-center gap-3">
      <TicketPercent aria-hidden className="size-6 shrink-0 text-leaf" />
      <p className="min-w-0 grow">
        <span className="font-bold">{coupon.code}</span>
        <span className="figures"> saves you {rupees(coupon.discount)}</span>
        <span className="block text-sm text-ink-soft">{coupon.description}</span>
      </p>
      <Button variant="quiet" size="sm" onClick={onRemove}>
        <X aria-hidden className="size-4" />
        Remove<span className="sr-only"> coupon {coupon.code}</span>
      </Button>
    </div>
  )
}

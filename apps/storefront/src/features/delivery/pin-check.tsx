import { arrivalText, namedDayOf } from '@haat/contract/arrival-text'
import type { Delivery } from '@haat/contract/delivery'
import { formatShortRupees } from '@haat/contract/money'
import { PATTERNS } from '@haat/contract/rules'
import { Button, PlainButton, textLinkClass } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { TextField } from '@haat/ui/field'
import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useSettings } from '../../api/settings.queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { deliveryQuery, keepPincode, usePincode } from './delivery.queries.ts'

interface PinFormProps {
  /** What the field has at first. */
  pincode: string
  onChecked: () => void
}

function PinForm({ pincode, onChecked }: PinFormProps) {
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('pincode')).replaceAll(' ', '')
    if (!PATTERNS.pincode.test(typed)) return setError('Please enter the 6 digits of your PIN code.')
    keepPincode(typed)
    return onChecked()
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <TextField
        label="Delivery to PIN code"
        name="pincode"
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={7}
        placeholder="6 digits"
        defaultValue={pincode}
        error={error}
        onChange={() => setError(undefined)}
        className="w-44"
      />
      <Button type="submit" variant="outline" className={cx('min-h-12', error && 'mb-7')}>
        Check
      </Button>
    </form>
  )
}

/** When an order comes, what that costs, and whether cash is taken. */
function DeliveryAnswer({ delivery }: { delivery: Delivery }) {
  const rule = useSettings()?.delivery
  const { problem, arrives, charge, cod } = delivery
  if (problem !== null) return <p className="font-semibold text-brick">{problem}</p>
  const free = rule && charge > 0 ? `, free above ${formatShortRupees(rule.free_above)}` : ''
  return (
    <>
      {arrives && (
        <p>
          Arrives <b>{arrivalText(arrives)}</b>
        </p>
      )}
      <p className="text-ink-soft">
        {charge === 0 ? 'Free delivery' : `Delivery ${formatShortRupees(charge)}${free}`} ·{' '}
        {cod ? 'Cash on delivery possible' : 'No cash on delivery here'}
      </p>
    </>
  )
}

const placeOf = ({ pincode, city }: Pick<Delivery, 'pincode' | 'city'>): string =>
  city === null ? pincode : `${city} ${pincode}`

interface PinCheckProps {
  /** A PIN code was checked. */
  onChecked?: () => void
  className?: string
}

/** Asks for a PIN code once, and says when an order comes there. */
export function PinCheck({ onChecked, className }: PinCheckProps) {
  const pincode = usePincode()
  const { data, error, refetch, isPending } = useQuery(deliveryQuery(pincode))
  const [isChanging, setChanging] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  const wasChecked = useRef(false)
  const checked = () => {
    wasChecked.current = true
    setChanging(false)
    onChecked?.()
  }
  useEffect(() => {
    if (wasChecked.current) change.current?.focus()
    wasChecked.current = false
  }, [pincode, isChanging])
  return (
    // As high with the form as with the answer: the PIN code is known only once the scripts run.
    <section aria-label="Delivery" className={cx('min-h-19', className)}>
      {pincode === null || isChanging ? (
        <PinForm pincode={pincode ?? ''} onChecked={checked} />
      ) : (
        <div className="flex items-start gap-3 text-sm">
          <MapPin aria-hidden className="mt-3 size-5 shrink-0 text-peacock" />
          <div role="status" className="min-w-0 grow">
            <p className="flex flex-wrap items-center gap-x-3">
              <span className="font-semibold wrap-anywhere">
                Delivery to {data ? placeOf(data) : pincode}
              </span>
              <PlainButton ref={change} className={textLinkClass} onClick={() => setChanging(true)}>
                Change
              </PlainButton>
            </p>
            {data && <DeliveryAnswer delivery={data} />}
            {isPending && !error && <p className="text-ink-soft">Checking …</p>}
            {error && <p className="text-brick">{messageOf(error, 'This PIN code could not be checked.')}</p>}
          </div>
          {error && (
            <Button variant="quiet" size="sm" onClick={() => refetch()}>
              Try again
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** The line below a phone's header: where to, and when. */
export function DeliverTo() {
  const pincode = usePincode()
  const { data } = useQuery(deliveryQuery(pincode))
  const [isOpen, setOpen] = useState(false)
  return (
    <div data-no-print className="border-b border-line bg-peacock-tint noscript:hidden sm:hidden">
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="shop-width flex min-h-11 w-full items-center gap-2 text-left text-sm"
      >
        <MapPin aria-hidden className="size-4 shrink-0 text-peacock" />
        <span className="truncate">
          {pincode === null ? (
            'When does it arrive? Enter your PIN code'
          ) : (
            <>
              Deliver to <b>{data ? placeOf(data) : pincode}</b>
              {data?.arrives && ` by ${namedDayOf(data.arrives.to)}`}
            </>
          )}
        </span>
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Delivery">
        <PinCheck />
      </Dialog>
    </div>
  )
}

import { t } from '@lingui/core/macro'
import { arrivalText, dayText } from './arrival-text.ts'
import type { Delivery } from '@haat/contract/delivery'
import { formatShortRupees } from '@haat/contract/money'
import { type DeliveryRule, PATTERNS, shipsFree } from '@haat/contract/rules'
import { Button, PlainButton, textLinkClass } from '@haat/ui/button'
import { TextField } from '@haat/ui/field'
import { Form } from '@haat/ui/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { messageOf } from '../../api/client.ts'
import { useSettings } from '../../api/settings.queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { deliveryQuery, keepPincode, usePincode } from './delivery.queries.ts'

/** @param pincode what the field has at first */
function PinForm({ pincode, onChecked }: { pincode: string; onChecked: () => void }) {
  const [error, setError] = useState<string>()
  const queries = useQueryClient()
  const check = async ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const typed = String(new FormData(currentTarget).get('pincode')).replaceAll(' ', '')
    if (!PATTERNS.pincode.test(typed)) return setError(t`Please enter the 6 digits of your PIN code.`)
    const to = await queries.ensureQueryData(deliveryQuery(typed)).catch(() => null)
    // A PIN code without a state is none.
    if (to?.problem && to.state === null) return setError(to.problem)
    keepPincode(typed)
    return onChecked()
  }
  return (
    <Form onSubmit={check} className="sm:max-w-72">
      <TextField
        // A dialog begins there.
        ref={(field) => field?.setAttribute('autofocus', '')}
        label={t`Delivery to PIN code`}
        name="pincode"
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={7}
        placeholder={t`6 digits`}
        defaultValue={pincode}
        error={error}
        onChange={() => setError(undefined)}
        end={<Button type="submit" size="sm" className="min-h-10!">{t`Check`}</Button>}
      />
    </Form>
  )
}

/** What is sent; its price in paise. */
interface Sent {
  price: number
  is_deal: boolean
}

/** When an order comes, what that costs, and whether cash is taken. */
function DeliveryAnswer({ delivery, item }: { delivery: Delivery; item: Sent | undefined }) {
  const rule = useSettings()?.delivery
  const { problem, arrives, charge, cod } = delivery
  if (problem !== null) return <p className="font-semibold text-brick">{problem}</p>
  const days = arrives ? arrivalText(arrives) : ''
  return (
    <>
      {arrives && <p className="font-semibold">{t`Arrives ${days}`}</p>}
      <p className="flex flex-wrap gap-x-4 text-ink-soft">
        {item && <span>{chargeText(charge, item, rule)}</span>}
        <span>{cod ? t`Cash on delivery possible` : t`No cash on delivery here`}</span>
      </p>
    </>
  )
}

function chargeText(charge: number, item: Sent, rule: DeliveryRule | undefined): string {
  const amount = formatShortRupees(charge)
  if (charge === 0) return t`Free delivery`
  if (rule === undefined) return t`Delivery ${amount}`
  if (item.price > rule.free_above || shipsFree(rule, item)) return t`Free delivery`
  if (rule.waivedOnCartCheckout) return t`Delivery ${amount}, free from the cart`
  const least = formatShortRupees(rule.free_above)
  return t`Delivery ${amount}, free above ${least}`
}

const placeOf = (pincode: string | null, city: string | null = null): string =>
  [city, pincode].filter(Boolean).join(' ')

/** A link in a line of text that takes a finger's clicks around it. */
const CHANGE = `${textLinkClass} relative min-h-0! focus-visible:outline-offset-0 after:absolute after:-inset-2.5`

/**
 * Asks for a PIN code once, and says when an order comes there.
 *
 * @param props what is sent, where nothing beside it says what delivery costs
 */
export function PinCheck({ item }: { item?: Sent }) {
  const pincode = usePincode()
  const { data, error, refetch, isPending } = useQuery(deliveryQuery(pincode))
  const place = placeOf(pincode, data?.city)
  const [isChanging, setChanging] = useState(false)
  const section = useRef<HTMLElement>(null)
  const change = (starts: boolean) => {
    flushSync(() => setChanging(starts))
    section.current?.querySelector<HTMLElement>(starts ? 'input' : 'button')?.focus()
  }
  return (
    // As high with the form as with the answer: the PIN code is known only once the scripts run.
    <section ref={section} aria-label={t`Delivery`} className="min-h-22 sm:min-h-19">
      {pincode === null || isChanging ? (
        <PinForm pincode={pincode ?? ''} onChecked={() => change(false)} />
      ) : (
        <div className="flex items-start gap-3 text-sm">
          <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-peacock" />
          <div role="status" className="min-w-0 grow">
            <p className="flex flex-wrap items-center gap-x-3">
              <span className="font-semibold wrap-anywhere">{t`Delivery to ${place}`}</span>
              <PlainButton className={CHANGE} onClick={() => change(true)}>
                {t`Change`}
              </PlainButton>
            </p>
            {data && <DeliveryAnswer {...{ delivery: data, item }} />}
            {isPending && !error && <p className="text-ink-soft">{t`Checking …`}</p>}
            {error && (
              <p className="text-brick">{messageOf(error, t`This PIN code could not be checked.`)}</p>
            )}
          </div>
          {error && <Button variant="quiet" size="sm" onClick={() => refetch()}>{t`Try again`}</Button>}
        </div>
      )}
    </section>
  )
}

function whereText(place: string, delivery: Delivery | undefined): string {
  if (delivery?.served === false) return t`Not delivered to ${place}`
  if (!delivery?.arrives) return t`Deliver to ${place}`
  const by = dayText(delivery.arrives.to).replaceAll(' ', '\u00a0')
  return t`Deliver to ${place} by ${by}`
}

/** Says that the shop does not deliver where the shopper is; null where it does. */
export function useNotDelivered(): string | null {
  const { data } = useQuery(deliveryQuery(usePincode()))
  return data?.served === false ? whereText(placeOf(data.pincode, data.city), data) : null
}

/** The line below the header: where to, and when. */
export function DeliverTo() {
  const pincode = usePincode()
  const { data } = useQuery(deliveryQuery(pincode))
  const [isOpen, setOpen] = useState(false)
  const place = placeOf(pincode, data?.city)
  return (
    <div data-no-print className="border-b border-line bg-peacock-tint noscript:hidden">
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="shop-width flex min-h-11 w-full pointer-fine:sm:min-h-9 items-center gap-2 text-left text-sm focus-visible:shadow-none focus-visible:-outline-offset-3"
      >
        <MapPin aria-hidden className="size-4 shrink-0 text-peacock" />
        <span className="line-clamp-2 leading-tight max-xs:text-xs">
          {pincode === null ? t`When does it arrive? Enter your PIN code` : <b>{whereText(place, data)}</b>}
        </span>
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t`Delivery`}>
        <PinCheck item={{ price: 0, is_deal: false }} />
        {pincode && <Button className="mt-4 w-full" onClick={() => setOpen(false)}>{t`Done`}</Button>}
      </Dialog>
    </div>
  )
}

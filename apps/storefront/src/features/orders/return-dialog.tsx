import { t } from '@lingui/core/macro'
import { RETURN_REASON_TEXTS } from '../../lib/shop-texts.ts'
import { formatRupees } from '@haat/contract/money'
import type { Order } from '@haat/contract/orders'
import { amountOfPieces } from '@haat/contract/pricing'
import type { Reply } from '@haat/contract/endpoint'
import type { Contract } from '@haat/contract'
import type { ReturnableItem } from '@haat/contract/returns'
import { itemName, LIMITS } from '@haat/contract/rules'
import { isShopsFault, REFUND_DAYS, type ReturnReason, type ReturnWish } from '@haat/contract/return-rules'
import { useId, useState } from 'react'
import { ApiError, messageOf } from '../../api/client.ts'
import { Checkbox, RadioGroup } from '@haat/ui/choice'
import { FieldError, Select, TextArea } from '@haat/ui/field'
import { shortDate } from '../../lib/format.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { VariantPicker } from '../product/variant-picker.tsx'
import { PhotoPicker } from '../../ui/photo-picker.tsx'
import { Thumb } from '../../ui/picture.tsx'
import { toast } from '../../ui/toast.ts'
import { type ReturnBody, useRequestReturn } from './orders.queries.ts'
import { RefundUpiField } from './order-questions.tsx'

/** What is typed about one item. */
interface ItemChoice {
  chosen: boolean
  quantity: number
  /** Id of the variant that is wanted instead; null for none. */
  variant: number | null
}

interface ReturnFields {
  /** By the id of the order's item. */
  items: Readonly<Record<number, ItemChoice>>
  wish: ReturnWish
  reason: ReturnReason | ''
  comment: string
  refund_upi: string
}

/** Variants in exchange: the same again is none where that does not fit. */
const offeredFor = ({ exchange_for }: ReturnableItem, reason?: ReturnFields['reason']) =>
  exchange_for.filter(({ is_same }) => !(is_same && reason === 'size'))

const isThere = ({ stock }: { stock: number }): boolean => stock > 0

/** The form as it opens: the only item is chosen already, and one piece of each. */
const emptyReturn = (returnable: readonly ReturnableItem[], refundable: boolean): ReturnFields => ({
  items: Object.fromEntries(
    returnable.map(({ order_item_id }) => [
      order_item_id,
      { chosen: returnable.length === 1, quantity: 1, variant: null },
    ]),
  ),
  wish: refundable ? 'refund' : 'exchange',
  reason: '',
  comment: '',
  refund_upi: '',
})

/** What is paid back for the chosen pieces, and of the delivery as well, in paise. */
function refundOf({ returnable, delivery_back }: Returns, { items, reason }: ReturnFields) {
  const goods = returnable.reduce((sum, { order_item_id, worth_left, pieces_left: of }) => {
    const { chosen, quantity } = items[order_item_id]!
    return sum + (chosen ? amountOfPieces(worth_left, { before: 0, quantity, of }) : 0)
  }, 0)
  const isAll = returnable.every(({ order_item_id, quantity }) => {
    const choice = items[order_item_id]!
    return choice.chosen && choice.quantity === quantity
  })
  const delivery = isAll && reason && isShopsFault(reason) ? delivery_back : 0
  return { refund: goods + delivery, delivery }
}

/** The variant that is wanted for an item: the only one, or the same again where the shop got it wrong, if nothing else is chosen. */
function wantedFor(item: ReturnableItem, { items, reason }: ReturnFields): number | null {
  const offered = offeredFor(item, reason)
  const isUsual = ({ is_same }: { is_same: boolean }) =>
    offered.length === 1 || (is_same && reason !== '' && isShopsFault(reason))
  return items[item.order_item_id]!.variant ?? offered.filter(isThere).find(isUsual)?.id ?? null
}

function bodyOf(returnable: readonly ReturnableItem[], fields: ReturnFields): ReturnBody {
  const { items, wish, reason, comment, refund_upi } = fields
  return {
    items: returnable
      .filter(({ order_item_id: id }) => items[id]!.chosen)
      .map((item) => ({
        order_item_id: item.order_item_id,
        quantity: items[item.order_item_id]!.quantity,
        ...(wish === 'exchange' && { variant_id: wantedFor(item, fields) }),
      })),
    wish,
    // The server says that it is missing.
    reason: reason as ReturnReason,
    comment,
    ...(wish === 'refund' && refund_upi.trim() !== '' && { refund_upi }),
  }
}

/** What the server found wrong, by the field that shows it. */
type Errors = Partial<Record<'items' | 'variant_id' | 'reason' | 'comment' | 'refund_upi', string>>

type Returns = Reply<Contract['returns']['list']>

interface ReturnDialogProps {
  order: Order
  returns: Returns
  onClose: () => void
}

/** A form that asks to send items of an order back. The server checks it. */
export function ReturnDialog({ order, returns: current, onClose }: ReturnDialogProps) {
  // As it was when the form opened.
  const [returns] = useState(current)
  const [fields, setFields] = useState(() => emptyReturn(returns.returnable, returns.refundable))
  const [photos, setPhotos] = useState<File[]>([])
  const [errors, setErrors] = useState<Errors>({})
  const { refund, delivery } = refundOf(returns, fields)
  const { mutateAsync: request } = useRequestReturn(order.id)
  const change = (changes: Partial<ReturnFields>) => {
    setFields((before) => ({ ...before, ...changes }))
    setErrors({})
  }
  const sent = (refused: string | null) => {
    if (refused === null) toast('success', t`We have your request, and tell you what comes next.`)
    else toast('error', t`We have your request, but not ${refused} You can add photos below.`)
    onClose()
    // Once the dialog has given the focus back.
    setTimeout(() => document.getElementById('returns')?.focus())
  }
  const failureText = (error: unknown) => {
    const wrong = error instanceof ApiError ? error.errors.toReversed() : []
    setErrors(
      Object.fromEntries(
        wrong.map(({ path, message }) => [path.split('.').at(path.endsWith('variant_id') ? -1 : 0), message]),
      ),
    )
    return wrong.length > 0 ? null : messageOf(error, t`The request could not be sent. Please try again.`)
  }
  const amount = formatRupees(refund)
  const send = () => request({ body: bodyOf(returns.returnable, fields), photos }, { onSuccess: sent })
  return (
    <FormDialog
      title={t`Return or exchange`}
      button={t`Send Request`}
      keep={t`Not now`}
      {...{ send, failureText, onClose }}
    >
      <div className="grid gap-5 [&_[aria-invalid]]:scroll-mb-12">
        {returns.refundable && returns.returnable.some((item) => offeredFor(item).some(isThere)) && (
          <RadioGroup
            legend={t`What would you like?`}
            options={[
              { value: 'refund', label: t`A refund` },
              { value: 'exchange', label: t`An exchange for the same price` },
            ]}
            value={fields.wish}
            onChange={(wish) => change({ wish })}
          />
        )}
        <ItemChoices order={order} returns={returns} fields={fields} errors={errors} onChange={change} />
        {fields.wish === 'refund' && refund > 0 && (
          <p role="status" className="rounded-md bg-leaf-tint px-4 py-3 figures">
            {delivery > 0
              ? t`You get back ${amount}, delivery included, within ${REFUND_DAYS} working days of its arrival.`
              : t`You get back ${amount} within ${REFUND_DAYS} working days of its arrival.`}
          </p>
        )}
        <Select
          label={t`Why do you send it back?`}
          options={[
            { value: '', label: t`Choose a reason` },
            ...Object.entries(RETURN_REASON_TEXTS).map(([value, label]) => ({ value, label: label() })),
          ]}
          value={fields.reason}
          error={errors.reason}
          onChange={({ target }) => change({ reason: target.value as ReturnReason | '' })}
        />
        {fields.reason !== '' && (
          <>
            <TextArea
              label={t`Anything else that we should know? (optional)`}
              maxLength={500}
              value={fields.comment}
              error={errors.comment}
              onChange={({ target }) => change({ comment: target.value })}
            />
            <PhotoPicker
              max={LIMITS.return_photos}
              hint={t`They help us to decide quickly, if something is damaged or wrong.`}
              photos={photos}
              onChange={setPhotos}
            />
            {returns.asks_upi && fields.wish === 'refund' && (
              <RefundUpiField
                hint={t`We pay your refund by UPI to this id, such as name@bank.`}
                value={fields.refund_upi}
                error={errors.refund_upi}
                onChange={({ target }) => change({ refund_upi: target.value })}
              />
            )}
          </>
        )}
      </div>
    </FormDialog>
  )
}

interface ItemChoicesProps extends Pick<ReturnDialogProps, 'order' | 'returns'> {
  fields: ReturnFields
  errors: Errors
  onChange: (changes: Partial<ReturnFields>) => void
}

function ItemChoices({ order, returns, fields, errors, onChange }: ItemChoicesProps) {
  const errorId = useId()
  return (
    <fieldset data-invalid={errors.items && true} aria-describedby={errors.items && errorId}>
      <legend className="mb-1 text-sm font-semibold">{t`What do you send back?`}</legend>
      <ul className="divide-y divide-line rounded-md border border-line px-4">
        {returns.returnable.map((item) => {
          const { order_item_id: id } = item
          const ordered = order.order_items.find(({ order_item_id }) => order_item_id === id)
          return (
            <li key={id} className="flex items-start gap-3 py-2">
              <div className="min-w-0 flex-1">
                <ItemChoiceFields
                  item={item}
                  name={ordered ? itemName(ordered) : ''}
                  fields={fields}
                  isRefused={Object.keys(errors).length > 0}
                  onChange={(choice) => onChange({ items: { ...fields.items, [id]: choice } })}
                />
              </div>
              <Thumb
                src={ordered?.variant_image ?? null}
                name={ordered?.product_name}
                sizes="3rem"
                className="size-12"
              />
            </li>
          )
        })}
      </ul>
      {errors.items && <FieldError id={errorId}>{errors.items}</FieldError>}
    </fieldset>
  )
}

interface ItemChoiceProps {
  item: ReturnableItem
  name: string
  fields: ReturnFields
  /** Whatever for: the server does not name all that is missing. */
  isRefused: boolean
  onChange: (choice: ItemChoice) => void
}

/** Whether an item goes back, how many pieces of it, and what is wanted instead. */
function ItemChoiceFields({ item, name, fields, isRefused, onChange }: ItemChoiceProps) {
  const errorId = useId()
  const choice = fields.items[item.order_item_id]!
  const isExchange = fields.wish === 'exchange'
  const offered = offeredFor(item, fields.reason)
  const wanted = offered.find(({ id }) => id === wantedFor(item, fields))
  const isMissing = isRefused && !wanted?.stock
  const pieces = Array.from({ length: item.quantity }, (_, at) => String(at + 1))
  const day = shortDate(item.until)
  return (
    <>
      <Checkbox
        label={name}
        checked={choice.chosen}
        onChange={({ target }) => onChange({ ...choice, chosen: target.checked })}
        className="py-2.5"
      />
      <p className="-mt-2 pb-2 pl-8 text-sm text-ink-soft">{t`You can ask until ${day}`}</p>
      {choice.chosen && (item.quantity > 1 || isExchange) && (
        <div className="flex flex-wrap gap-3 pb-3 max-sm:-mr-15 sm:pl-8">
          {item.quantity > 1 && (
            <Select
              label={t`Pieces`}
              aria-label={t`Pieces of ${name}`}
              options={pieces.map((value) => ({ value, label: value }))}
              value={String(choice.quantity)}
              onChange={({ target }) => onChange({ ...choice, quantity: Number(target.value) })}
              className="w-28"
            />
          )}
          {isExchange && offered.some(isThere) && (
            <div
              role="group"
              aria-label={t`In exchange for ${name}`}
              data-invalid={isMissing || undefined}
              aria-describedby={isMissing ? errorId : undefined}
              className="min-w-40 grow"
            >
              <VariantPicker
                isField
                variants={offered}
                selected={wanted ?? null}
                onSelect={({ id }) => onChange({ ...choice, variant: id })}
              />
              {isMissing && <FieldError id={errorId}>{t`Please choose what you want instead.`}</FieldError>}
              <p className="mt-2 text-sm text-ink-soft">
                {wanted?.is_same && <b className="text-ink">{t`The same again.`} </b>}
                {t`You pay nothing more, even if its price has changed.`}
              </p>
            </div>
          )}
          {isExchange && !offered.some(isThere) && (
            <p className="text-sm text-ink-soft">{t`Nothing at the same price is in stock: please choose a refund.`}</p>
          )}
        </div>
      )}
    </>
  )
}

import { parseAmount } from '@haat/contract/money'
import { itemName } from '@haat/contract/rules'
import { staffOrders } from '@haat/contract/staff/orders'
import { Checkbox } from '@haat/ui/choice'
import { Select, TextField } from '@haat/ui/field'
import { fieldOf } from '@haat/ui/form'
import { CallError } from '../../api/client.ts'
import { useActs } from '../../api/use-act.ts'
import { FormDialog } from '../../form/edit-form.tsx'
import { useEditForm } from '../../form/use-edit-form.ts'
import { doneText, type OrderDialogProps, subjectText } from './step-texts.ts'

/** Gives back part of the price of an order whose goods stay with the customer. */
export function RefundPartDialog({ orders, order, onClose, onDone }: OrderDialogProps) {
  const { send } = useActs()
  const items = order.items.filter(({ quantity, returned }) => returned < quantity)
  const edit = useEditForm({
    draftKey: `orders.refund_part:${order.id}`,
    stored: { values: { line: '', amount: '', with_delivery: false, note: '' }, version: null },
    save({ line, amount, with_delivery, note }) {
      const paise = amount.trim() === '' ? undefined : parseAmount(amount.replaceAll(/[₹,\s]/g, ''))
      if (paise === null)
        throw new CallError(400, 'Give an amount such as 50 or 99.50.', undefined, [
          { path: 'amount', message: 'Give an amount such as 50 or 99.50.' },
        ])
      const input = {
        ...{ order: String(order.id), with_delivery, amount: paise, note: note.trim() || undefined },
        item: line === '' ? undefined : [line],
      }
      return send(staffOrders.refund_part, input, (changed) => doneText('refund_part', [changed]))
    },
    onSaved: onDone,
  })
  const { form } = edit
  return (
    <FormDialog
      edit={edit}
      title="Give back part of the price"
      text={subjectText(orders)}
      button="Give back"
      onClose={onClose}
    >
      <Select
        label="For"
        options={[
          { value: '', label: 'All items' },
          ...items.map((item) => ({ value: String(item.line), label: itemName(item) })),
        ]}
        {...fieldOf(form, 'line')}
      />
      <TextField
        label="Amount (₹)"
        hint="Left empty, all that the item still costs"
        inputMode="decimal"
        autoComplete="off"
        {...fieldOf(form, 'amount')}
      />
      <Checkbox label="Give back the delivery charge too" {...form.register('with_delivery')} />
      <TextField
        label="Note for the timeline"
        hint="Optional; the customer reads it too"
        maxLength={500}
        {...fieldOf(form, 'note')}
      />
      <p className="text-sm text-ink-soft">
        The goods stay with the customer, who gets an e-mail. The refund falls due, with a credit note. It
        cannot be undone.
      </p>
    </FormDialog>
  )
}

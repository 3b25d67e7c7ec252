import { staffOrders, type StaffOrder } from '@haat/contract/staff/orders'
import { Checkbox } from '@haat/ui/choice'
import { TextField } from '@haat/ui/field'
import { fieldOf } from '@haat/ui/form'
import { CallError } from '../../api/client.ts'
import { useActs } from '../../api/use-act.ts'
import { FormDialog } from '../../form/edit-form.tsx'
import { useEditForm } from '../../form/use-edit-form.ts'
import { Stepper } from '../../ui/stepper.tsx'
import { doneText, type OrderDialogProps } from './step-texts.ts'

const TEXTS = {
  return: { title: 'What came back?', button: 'Take back' },
  remove: { title: 'What is taken out?', button: 'Take out' },
}

const leftOf = ({ quantity, returned }: StaffOrder['items'][number]): number => quantity - returned

/** Asks which pieces come back, or leave an order that is not shipped. */
export function PiecesDialog(props: OrderDialogProps & { step: keyof typeof TEXTS }) {
  const { step, order, dialog } = props
  const { send } = useActs()
  const items = order.items.filter((item) => leftOf(item) > 0)
  const edit = useEditForm({
    draftKey: `orders.${step}:${order.id}`,
    stored: {
      values: {
        pieces: items.map((item) => (step === 'return' ? leftOf(item) : 0)),
        write_off: false,
        with_delivery: false,
        note: '',
      },
      version: null,
    },
    save({ pieces, write_off, with_delivery, note }) {
      const item = items.flatMap(({ line }, index) => {
        const number = pieces[index] ?? 0
        return number > 0 ? [`${line}=${number}`] : []
      })
      if (item.length === 0) throw new CallError(400, 'Choose at least one piece.')
      const input = { order: String(order.id), item, write_off }
      const done = (changed: StaffOrder) => doneText(step, [changed])
      return step === 'remove'
        ? send(staffOrders.remove, input, done)
        : send(staffOrders.return, { ...input, with_delivery, note: note.trim() || undefined }, done)
    },
    onSaved: dialog.onDone,
  })
  const { form } = edit
  const pieces = form.watch('pieces')
  const change = (index: number, next: number) =>
    form.setValue('pieces', pieces.with(index, next), { shouldDirty: true })
  return (
    <FormDialog
      edit={edit}
      title={TEXTS[step].title}
      text={dialog.text}
      button={TEXTS[step].button}
      onClose={dialog.onClose}
    >
      <ul className="grid divide-y divide-line">
        {items.map((item, index) => {
          const number = pieces[index] ?? 0
          const name = [item.product_name, item.variant_name].filter(Boolean).join(', ')
          return (
            <li key={item.line} className="flex items-center gap-2 py-2">
              <span className="min-w-0 flex-1">{name}</span>
              <Stepper name={name} value={number} max={leftOf(item)} onChange={(next) => change(index, next)}>
                <span role="status" className="w-14 text-center font-semibold figures">
                  {number} of {leftOf(item)}
                </span>
              </Stepper>
            </li>
          )
        })}
      </ul>
      <div className="grid">
        <Checkbox label="The pieces cannot be sold again" {...form.register('write_off')} />
        {step === 'return' && (
          <Checkbox label="Refund the delivery charge too" {...form.register('with_delivery')} />
        )}
      </div>
      {step === 'return' && (
        <TextField
          label="Note for the timeline"
          hint="Optional; the customer reads it too"
          maxLength={500}
          {...fieldOf(form, 'note')}
        />
      )}
    </FormDialog>
  )
}

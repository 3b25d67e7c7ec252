import { type StaffCustomer, staffCustomers } from '@haat/contract/staff/customers'
import type { ReplyOf } from '@haat/contract/staff/act'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { TextField } from '@haat/ui/field'
import { useState } from 'react'
import { send } from '../../api/client.ts'
import { useActs } from '../../api/use-act.ts'
import { ActDialog, type FieldTexts } from '../../form/act-form.tsx'
import { count } from '../../lib/format.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export type CustomerStep = 'correct' | 'tags' | 'reset' | 'block' | 'sessions' | 'erase'

interface CustomerDialogProps {
  customer: StaffCustomer
  /** The version that it changes. */
  version: string | null
  step: CustomerStep
  onClose: () => void
}

const contactFields = ({ email, phone_number }: StaffCustomer) => ({
  'set:email': { label: 'E-mail address', initial: email },
  'set:phone': {
    label: 'Phone number',
    hint: '10 digits; empty frees the number for somebody else',
    initial: phone_number,
  },
})
const tagFields = ({ tags }: StaffCustomer) => ({
  'set:tags': { label: 'Tags', hint: 'With commas between them', initial: tags },
})

export function CustomerDialog({ customer, version, step, onClose }: CustomerDialogProps) {
  const given = { customer: String(customer.id) }
  const reload = async (fieldsOf: (now: StaffCustomer) => Record<string, FieldTexts>) => {
    const { reply, version: current } = await send(staffCustomers.show, given)
    return { fields: fieldsOf(reply), version: current }
  }
  if (step === 'correct')
    return (
      <ActDialog
        act={staffCustomers.set}
        title="Correct mail or phone"
        text="A new e-mail address logs the customer out, and is verified with the next order."
        button="Save"
        given={given}
        fields={contactFields(customer)}
        version={version}
        reload={() => reload(contactFields)}
        done={() => `${customer.name} is corrected.`}
        onClose={onClose}
      />
    )
  if (step === 'tags')
    return (
      <ActDialog
        act={staffCustomers.set}
        title="Tags"
        text="Words of yours, such as “wholesale”; the list of customers finds them."
        button="Save"
        given={given}
        fields={tagFields(customer)}
        version={version}
        reload={() => reload(tagFields)}
        done={() => `The tags of ${customer.name} are saved.`}
        onClose={onClose}
      />
    )
  if (step === 'erase') return <EraseDialog customer={customer} onClose={onClose} />
  if (step === 'reset') return <ResetDialog customer={customer} onClose={onClose} />
  const open = customer.orders.filter(({ status }) => OPEN.includes(status)).length
  return step === 'block' ? (
    <ActDialog
      act={staffCustomers.block}
      title={`Block ${customer.name}?`}
      text={`Logins and new orders are refused, and the customer is logged out. ${count(open, 'open order')} will not change: deliver or cancel ${open === 1 ? 'it' : 'them'}.`}
      button="Block"
      given={given}
      fields={{}}
      done={() => `${customer.name} is blocked.`}
      onClose={onClose}
    />
  ) : (
    <ActDialog
      act={staffCustomers.set}
      title={`Log ${customer.name} out everywhere?`}
      text={`It ends ${count(customer.sessions, 'session')}. The password stays.`}
      button="Log out"
      given={{ ...given, set: { sessions: 'none' } }}
      fields={{}}
      done={() => `${customer.name} is logged out.`}
      onClose={onClose}
    />
  )
}

const OPEN: readonly string[] = ['PENDING', 'CONFIRMED', 'PROCESSING', 'SHIPPED', 'OUT_FOR_DELIVERY']

function ResetDialog({ customer, onClose }: Pick<CustomerDialogProps, 'customer' | 'onClose'>) {
  const [made, setMade] = useState<ReplyOf<typeof staffCustomers.reset_password>>()
  return made ? (
    <Dialog
      open
      onClose={onClose}
      title="The code"
      text="Pass both on to the customer, who chooses “I have an OTP” at the link."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <CopyField label="Code, good once" text={made.code} />
      <CopyField label="Link" text={made.url} />
    </Dialog>
  ) : (
    <ActDialog
      act={staffCustomers.reset_password}
      title={`Reset the password of ${customer.name}?`}
      text="The old password stops working, and the customer is logged out. You get a code to pass on. This cannot be undone."
      button="Reset the password"
      given={{ customer: String(customer.id) }}
      fields={{}}
      done={() => `The password of ${customer.name} no longer works.`}
      onClose={onClose}
      onDone={setMade}
    />
  )
}

function EraseDialog({ customer, onClose }: Pick<CustomerDialogProps, 'customer' | 'onClose'>) {
  const { run } = useActs()
  const [typed, setTyped] = useState('')
  const erase = async (): Promise<void> => {
    const input = { customer: customer.id, yes: true }
    if (await run(staffCustomers.erase, input, () => 'The customer is erased.')) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Erase ${customer.name}?`}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" disabled={typed.trim() !== customer.name} onClick={erase}>
            Erase for good
          </Button>
        </>
      }
    >
      <p>
        The account, addresses, cart, wishlist, notes and what the audit says about the customer are erased.
        Orders and invoices keep the name and address on them: tax law asks for them.
      </p>
      <TextField
        label={`Type “${customer.name}” to confirm`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        autoComplete="off"
      />
      <Notice tone="wait">This cannot be undone.</Notice>
    </Dialog>
  )
}

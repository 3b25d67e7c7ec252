import { type StaffCustomer, staffCustomers } from '@haat/contract/staff/customers'
import { Button } from '@haat/ui/button'
import { type FieldTexts, useAsk } from '../../form/act-form.tsx'
import { reloadOf } from '../../form/use-edit-form.ts'
import { count } from '../../lib/format.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useDialog } from '../../ui/dialogs.tsx'

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

const OPEN: readonly string[] = ['PENDING', 'CONFIRMED', 'PROCESSING', 'SHIPPED', 'OUT_FOR_DELIVERY']

/** What is asked about a customer. @param version that it changes */
export function useCustomerDialogs(customer: StaffCustomer, version: string | null) {
  const ask = useAsk()
  const open = useDialog()
  const { name } = customer
  const given = { customer: String(customer.id) }
  const change = (fieldsOf: (now: StaffCustomer) => Record<string, FieldTexts>) => ({
    ...{ act: staffCustomers.set, button: 'Save', given, fields: fieldsOf(customer), version },
    reload: reloadOf(staffCustomers.show, given, fieldsOf),
  })
  const orders = customer.orders.filter(({ status }) => OPEN.includes(status)).length
  return {
    correct: () =>
      ask({
        ...change(contactFields),
        title: 'Correct mail or phone',
        text: 'A new e-mail address logs the customer out, and is verified with the next order.',
        done: () => `${name} is corrected.`,
      }),
    tag: () =>
      ask({
        ...change(tagFields),
        title: 'Tags',
        text: 'Words of yours, such as “wholesale”; the list of customers finds them.',
        done: () => `The tags of ${name} are saved.`,
      }),
    block: () =>
      ask({
        act: staffCustomers.block,
        title: `Block ${name}?`,
        text: `Logins and new orders are refused, and the customer is logged out. ${count(orders, 'open order')} will not change: deliver or cancel ${orders === 1 ? 'it' : 'them'}.`,
        button: 'Block',
        given,
        fields: {},
        done: () => `${name} is blocked.`,
      }),
    endSessions: () =>
      ask({
        act: staffCustomers.set,
        title: `Log ${name} out everywhere?`,
        text: `It ends ${count(customer.sessions, 'session')}. The password stays.`,
        button: 'Log out',
        given: { ...given, set: { sessions: 'none' } },
        fields: {},
        done: () => `${name} is logged out.`,
      }),
    reset: () =>
      ask({
        act: staffCustomers.reset_password,
        title: `Reset the password of ${name}?`,
        text: 'The old password stops working, and the customer is logged out. You get a code to pass on. This cannot be undone.',
        button: 'Reset the password',
        given,
        fields: {},
        done: () => `The password of ${name} no longer works.`,
        onDone: ({ code, url }) =>
          open((close) => (
            <Dialog
              onClose={close}
              title="The code"
              text="Pass both on to the customer, who chooses “I have an OTP” at the link."
              footer={<Button onClick={close}>Done</Button>}
            >
              <CopyField label="Code, good once" text={code} />
              <CopyField label="Link" text={url} />
            </Dialog>
          )),
      }),
    erase: () =>
      ask({
        act: staffCustomers.erase,
        title: `Erase ${name}?`,
        text: (
          <>
            The account, addresses, cart, wishlist, notes and what the audit says about the customer are
            erased. Orders and invoices keep the name and address on them: tax law asks for them.{' '}
            <b>This cannot be undone.</b>
          </>
        ),
        button: 'Erase for good',
        asksName: name,
        given: { customer: customer.id, yes: true },
        done: () => 'The customer is erased.',
      }),
  }
}

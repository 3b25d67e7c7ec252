import { formatShortRupees } from '@haat/contract/money'
import { type StaffCustomer, staffCustomers } from '@haat/contract/staff/customers'
import { Button } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import { Ban, CircleCheck, Clock, HandCoins, Tag } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { useMay, versionQuery } from '../api/queries.ts'
import { saveReply } from '../api/save-reply.ts'
import { useActs } from '../api/use-act.ts'
import { NotesCard } from '../features/notes/notes-card.tsx'
import { OrderChips } from '../features/orders/order-chips.tsx'
import { type FieldTexts, useAsk } from '../form/act-form.tsx'
import { reloadOf } from '../form/use-edit-form.ts'
import { count, longDay, shortDay } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { Screen } from '../shell/screen-head.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { CallLink, WhatsAppLink } from '../ui/contact-links.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useDialog } from '../ui/dialogs.tsx'
import { RowLink } from '../ui/link-row.tsx'
import { MoreMenu } from '../ui/menu.tsx'

/** One customer: who it is, what was ordered, what can be done. */
export function CustomerScreen() {
  const { customer = '' } = useParams()
  const { data, instead } = useScreen(versionQuery(staffCustomers.show, { customer }))
  if (!data) return instead
  return <Customer key={data.reply.id} customer={data.reply} version={data.version} />
}

function Customer({ customer, version }: { customer: StaffCustomer; version: string | null }) {
  const may = useMay()
  const { run } = useActs()
  const dialogs = useCustomerDialogs(customer, version)
  const { name, email, phone_number, blocked_at, cod_blocked_at, email_verified_at } = customer
  const setCod = (cod: 'yes' | 'no') =>
    run(
      staffCustomers.set,
      { ...given, set: { cod } },
      () => `Cash on delivery is ${cod === 'no' ? 'blocked' : 'possible'} for ${name}.`,
    )
  const given = { customer: String(customer.id) }
  const save = () => saveReply(staffCustomers.data, { customer: customer.id }, `customer-${customer.id}.json`)
  const mayWrite = may(staffCustomers.set.permission)
  const mayKnow = may(staffCustomers.data.permission)
  const items = [
    { label: 'Correct mail or phone…', onClick: dialogs.correct },
    { label: 'Tags…', onClick: dialogs.tag },
    !email_verified_at &&
      Boolean(email) && {
        label: 'Mark the address as verified',
        onClick: () =>
          void run(staffCustomers.set, { ...given, set: { verified: 'yes' } }, () => `${email} is verified.`),
      },
    { label: 'Log out everywhere…', onClick: dialogs.endSessions },
    Boolean(email) && { label: 'Reset the password…', onClick: dialogs.reset },
    cod_blocked_at
      ? { label: 'Allow cash on delivery', onClick: () => void setCod('yes') }
      : { label: 'Block cash on delivery', onClick: () => void setCod('no') },
    mayKnow && { label: 'Download personal data', onClick: () => void save() },
    mayKnow && { label: 'Erase personal data…', onClick: dialogs.erase, isDanger: true },
    blocked_at
      ? {
          label: 'Unblock',
          onClick: () => void run(staffCustomers.unblock, given, () => `${name} can log in again.`),
        }
      : { label: 'Block…', onClick: dialogs.block, isDanger: true },
  ]
  return (
    <Screen
      title={name}
      text={`Customer since ${longDay(customer.created_at)}`}
      back={{ label: 'Customers', path: paths.customers }}
      badge={
        <>
          {blocked_at && <Chip turn="trouble" icon={Ban} label={`Blocked since ${shortDay(blocked_at)}`} />}
          {cod_blocked_at && <Chip turn="trouble" icon={HandCoins} label="No cash on delivery" />}
        </>
      }
      actions={
        <>
          {phone_number && (
            <>
              <CallLink phone={phone_number} />
              <WhatsAppLink phone={phone_number} />
            </>
          )}
          {mayWrite && (
            <MoreMenu label={`More about ${name}`} className="border-line-strong!" items={items} />
          )}
        </>
      }
      className="grid grid-cols-1 gap-4 py-3 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start"
    >
      <Orders customer={customer} />
      <div className="grid gap-4">
        <Contact customer={customer} />
        <NotesCard
          notes={customer.notes}
          add={mayWrite ? (text) => run(staffCustomers.note, { ...given, text }, () => 'Noted.') : undefined}
        />
      </div>
    </Screen>
  )
}

function Orders({ customer }: { customer: StaffCustomer }) {
  const may = useMay()
  const { orders, orders_count, spent, refused } = customer
  const facts = [
    count(orders_count, 'order'),
    `${formatShortRupees(spent)} delivered`,
    ...(refused > 0 ? [`${count(refused, 'parcel')} refused at the door`] : []),
  ]
  if (orders.length === 0)
    return <EmptyState title="No orders yet" text={`${customer.name} has an account, and has not ordered.`} />
  return (
    <Card title="Orders">
      <p className="mb-2 text-ink-soft figures">{facts.join(' · ')}</p>
      <ul className="divide-y divide-line figures">
        {orders.map((order) => (
          <li key={order.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
            <RowLink to={may('orders.read') ? paths.order(order.id) : undefined}>#{order.id}</RowLink>
            <span className="text-ink-soft">{shortDay(order.created_at)}</span>
            <span className="flex flex-1 gap-1.5">
              <OrderChips {...order} />
            </span>
            <span className="font-semibold">{formatShortRupees(order.total_amount)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Contact({ customer }: { customer: StaffCustomer }) {
  const { email, email_verified_at, phone_number, tags, addresses } = customer
  return (
    <Card title="Contact">
      {email ? (
        <>
          <p>
            <a href={`mailto:${email}`} className="wrap-anywhere text-peacock underline underline-offset-4">
              {email}
            </a>
          </p>
          <p className="mt-1.5">
            {email_verified_at ? (
              <Chip turn="done" icon={CircleCheck} label="Verified" />
            ) : (
              <Chip turn="theirs" icon={Clock} label="Not verified" />
            )}
          </p>
        </>
      ) : (
        <p>No e-mail address: orders come by phone</p>
      )}
      <p className="mt-2 figures">{phone_number || 'No phone number'}</p>
      {tags && (
        <p className="mt-2 flex flex-wrap gap-1.5">
          {tags.split(', ').map((tag) => (
            <Chip key={tag} turn="off" icon={Tag} label={tag} />
          ))}
        </p>
      )}
      {addresses.map((address, index) => (
        <address key={index} className="mt-3 border-t border-line pt-3 not-italic">
          <span className="font-semibold">{address.name}</span>
          <br />
          {[address.street, address.landmark].filter(Boolean).join(', ')}
          <br />
          {address.city}, {address.state} {address.pin}
          <br />
          <span className="figures">{address.phone}</span>
        </address>
      ))}
    </Card>
  )
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

const OPEN: readonly string[] = ['PENDING', 'CONFIRMED', 'PROCESSING', 'SHIPPED', 'OUT_FOR_DELIVERY']

/** What is asked about a customer. @param version that it changes */
function useCustomerDialogs(customer: StaffCustomer, version: string | null) {
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

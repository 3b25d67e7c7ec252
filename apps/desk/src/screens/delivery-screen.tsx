import { formatShortRupees } from '@haat/contract/money'
import { type DeliveryRule, staffDelivery } from '@haat/contract/staff/delivery'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { choicesOf, TextField } from '@haat/ui/field'
import { useQuery } from '@tanstack/react-query'
import { Download, FileUp, Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../api/client.ts'
import { actQuery } from '../api/queries.ts'
import { saveReply } from '../api/save-reply.ts'
import { useActs } from '../api/use-act.ts'
import { ActDialog, useAsk } from '../form/act-form.tsx'
import { paths } from '../paths.ts'
import type { Column } from '../table/columns.tsx'
import { ListFrame } from '../table/list-frame.tsx'
import { useListState } from '../table/list-state.ts'
import { MoreMenu } from '../ui/menu.tsx'

/** `3-5 days, ₹79, no cash`. */
const ruleText = ({ served, days, charge, cod }: DeliveryRule): string =>
  [
    served !== null && (served ? 'delivered' : 'not delivered'),
    days && `${days} days`,
    charge !== null && (charge === 0 ? 'free' : formatShortRupees(charge)),
    cod !== null && (cod ? 'cash taken' : 'no cash'),
  ]
    .filter(Boolean)
    .join(', ')

const COLUMNS: Column<DeliveryRule>[] = [
  { header: 'Area', cell: 'area', phone: 'title' },
  { header: 'What holds there', cell: ruleText, phone: 'sub' },
]

const ANSWERS = choicesOf({ none: 'As around it', yes: 'Yes', no: 'No' })

const answerOf = (value: boolean | null | undefined): string =>
  value == null ? 'none' : value ? 'yes' : 'no'

/** Areas with days, a charge or cash of their own. */
export function DeliveryScreen() {
  const state = useListState()
  const { run } = useActs()
  const ask = useAsk()
  const beginning = state.get('search')
  const all = actQuery(staffDelivery.list, { ...(beginning && { beginning }), limit: state.limit })
  const query = useQuery({ ...all, select: ({ rules }) => rules })
  const upload = () =>
    ask({
      act: staffDelivery.import,
      title: 'Upload a list',
      text: 'Copied from a spreadsheet or from your courier’s list of PIN codes, with its headings: pincode (or area), and any of served, days, charge, cod.',
      button: 'Set these areas',
      fields: {
        csv: { label: 'Rows', hint: null },
        replace: { label: 'Remove the areas that the list leaves out' },
      },
      done: ({ set, removed }) => `Set ${set} and removed ${removed} areas.`,
    })
  return (
    <ListFrame<DeliveryRule>
      title="Delivery areas"
      back={{ label: 'Delivery', path: paths.settingGroup('delivery') }}
      add="New area"
      actions={
        <MoreMenu
          label="The whole list"
          items={[
            { label: 'Upload a list', icon: FileUp, onClick: upload },
            {
              label: 'CSV',
              icon: Download,
              onClick: () => void saveReply(staffDelivery.get, {}, 'delivery.csv'),
            },
          ]}
        />
      }
      tabs={<PinTry />}
      searchHint="State or PIN code"
      query={query}
      columns={COLUMNS}
      rowId={({ area }) => area}
      rowName={({ area }) => area}
      bulk={(rows, clear) => (
        <Button
          variant="danger"
          onClick={() => {
            const areas = rows.map(({ area }) => area)
            return run(staffDelivery.remove, { areas }, ({ removed }) => `Removed ${removed}.`, clear)
          }}
        >
          Remove
        </Button>
      )}
      nothingYet={{
        title: 'No areas of their own yet',
        text: 'Customers are told days by the distance from your address, and the charge of the settings. Say here where it is otherwise: a state, or the first digits of PIN codes.',
      }}
      opened={(key, close) => {
        const rule = query.data?.find(({ area }) => area === key)
        return (rule || key === 'new') && <AreaDialog rule={rule} onClose={close} />
      }}
    />
  )
}

function AreaDialog({ rule, onClose }: { rule: DeliveryRule | undefined; onClose: () => void }) {
  return (
    <ActDialog
      act={staffDelivery.set}
      title={rule ? `Delivery to ${rule.area}` : 'New area'}
      text="The smallest area around an address decides. What is left open follows the larger one, then the settings."
      button="Save"
      {...(rule && { given: { area: rule.area } })}
      isNew={!rule}
      fields={{
        ...(!rule && {
          area: { label: 'Area', hint: 'A state, or the first 3 to 6 digits of PIN codes' },
        }),
        days: { label: 'Days', hint: 'Working days on the way, such as 2-4', initial: rule?.days ?? '' },
        charge: {
          label: 'Charge (₹)',
          hint: 'Instead of the usual one',
          initial: rule?.charge == null ? '' : String(rule.charge / 100),
        },
        served: {
          ...{ label: 'Do you deliver there?', hint: null, options: ANSWERS },
          initial: answerOf(rule?.served),
        },
        cod: {
          ...{ label: 'Cash on delivery?', hint: null, options: ANSWERS },
          initial: answerOf(rule?.cod),
        },
      }}
      done={() => 'The area is saved.'}
      onClose={onClose}
    />
  )
}

/** What a shopper is told of a PIN code. */
function PinTry() {
  const [pincode, setPincode] = useState('')
  const isWhole = /^[1-9]\d{5}$/.test(pincode)
  const { data, error } = useQuery({ ...actQuery(staffDelivery.check, { pincode }), enabled: isWhole })
  const keep = (event: FormEvent) => event.preventDefault()
  return (
    <form onSubmit={keep} className="desk-margin flex flex-wrap items-end gap-x-4 gap-y-2 pb-3">
      <TextField
        label="What does a shopper read?"
        inputMode="numeric"
        maxLength={6}
        placeholder="PIN code"
        autoComplete="off"
        value={pincode}
        onChange={({ target }) => setPincode(target.value.trim())}
        end={<Search aria-hidden className="mr-3 size-5 text-ink-soft" />}
        className="w-full sm:w-52"
      />
      <p role="status" className="content-center text-sm sm:min-h-12">
        {isWhole && data && staffDelivery.check.said?.(data, { pincode })}
      </p>
      {isWhole && error && <Notice tone="bad">{messageOf(error)}</Notice>}
    </form>
  )
}

import type { ReplyOf } from '@haat/contract/staff/act'
import { staffRoles } from '@haat/contract/staff/house'
import { type Permission, PERMISSIONS } from '@haat/contract/staff/permissions'
import { Button, IconButton } from '@haat/ui/button'
import { Checkbox } from '@haat/ui/choice'
import { TextField } from '@haat/ui/field'
import { useQuery } from '@tanstack/react-query'
import { Check, Minus, Pencil, Plus, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { actQuery, useMe } from '../../api/queries.ts'
import { useActs } from '../../api/use-act.ts'
import { count } from '../../lib/format.ts'
import { useIsWide } from '../../lib/use-media-query.ts'
import { Failed } from '../../shell/fallbacks.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useDialog } from '../../ui/dialogs.tsx'

export type Role = ReplyOf<typeof staffRoles.list>[number]

const titleOf = ({ name }: Pick<Role, 'name'>): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Who may do what: a table of roles, on a phone a card for each. */
export function RoleMatrix() {
  const isWide = useIsWide()
  const { run } = useActs()
  const { data, error, refetch } = useQuery(actQuery(staffRoles.list, {}))
  const open = useDialog()
  const edit = (role?: Role) => open((close) => <RoleDialog role={role} onClose={close} />)
  if (error) return <Failed error={error} onRetry={refetch} />
  const tools = (role: Role) =>
    role.own && (
      <span className="flex justify-center">
        <IconButton label={`Change ${role.name}`} onClick={() => edit(role)} icon={Pencil} size="sm" />
        <IconButton
          label={`Delete ${role.name}`}
          onClick={() =>
            run(staffRoles.delete, { name: role.name }, () => `The role ${role.name} is deleted.`)
          }
          className="text-brick"
          icon={Trash2}
          size="sm"
        />
      </span>
    )
  const roles = data ?? []
  return (
    <Card
      title="What roles may do"
      action={
        <Button icon={Plus} variant="outline" size="sm" onClick={() => edit()}>
          New role
        </Button>
      }
    >
      {isWide ? <Matrix roles={roles} tools={tools} /> : <RoleCards roles={roles} tools={tools} />}
    </Card>
  )
}

interface RolesProps {
  roles: readonly Role[]
  tools: (role: Role) => ReactNode
}

function Matrix({ roles, tools }: RolesProps) {
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className="py-2 text-left font-semibold text-ink-soft">
            May
          </th>
          {roles.map((role) => (
            <th key={role.name} scope="col" className="w-28 px-1 py-2 font-semibold">
              {titleOf(role)}
              {tools(role)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {PERMISSION_GROUPS.map(({ name, permissions }) => (
          <Fragment key={name}>
            <tr>
              <th scope="colgroup" colSpan={roles.length + 1} className="pt-4 pb-1 text-left font-bold">
                {name}
              </th>
            </tr>
            {Object.entries(permissions).map(([permission, text]) => (
              <tr key={permission} className="border-b border-line hover:bg-paper-deep">
                <th scope="row" className="py-2 text-left font-normal">
                  {text}
                </th>
                {roles.map((role) => (
                  <td key={role.name} className="text-center">
                    {role.permissions.some((one) => one === permission) ? (
                      <Check role="img" aria-label="yes" className="inline size-5 text-leaf" />
                    ) : (
                      <Minus role="img" aria-label="no" className="inline size-4 text-line-strong" />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function RoleCards({ roles, tools }: RolesProps) {
  return (
    <div className="grid gap-3 pt-2">
      {roles.map((role) => (
        <details key={role.name} className="rounded-md border border-line px-4">
          <summary className="flex min-h-12 items-center justify-between gap-3 font-semibold">
            {titleOf(role)}
            <span className="text-sm font-normal text-ink-soft">
              {role.permissions.length === PERMISSIONS.length
                ? 'everything'
                : count(role.permissions.length, 'thing')}
            </span>
          </summary>
          <ul className="grid gap-1.5 pb-3 text-sm">
            {PERMISSION_GROUPS.flatMap(({ permissions }) => Object.entries(permissions))
              .filter(([permission]) => role.permissions.some((one) => one === permission))
              .map(([permission, text]) => (
                <li key={permission} className="flex gap-2">
                  <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-leaf" />
                  {text}
                </li>
              ))}
          </ul>
          {tools(role)}
        </details>
      ))}
    </div>
  )
}

/** A role of the shop's own: its name, and a box for everything it may do. Nobody grants what they may not do. */
function RoleDialog({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
  const { run } = useActs()
  const { permissions: mine } = useMe()
  const [name, setName] = useState(role?.name ?? '')
  const [chosen, setChosen] = useState<readonly Permission[]>(role?.permissions ?? [])
  const save = async (): Promise<void> => {
    const input = { name: name.trim(), permissions: [...chosen] }
    await run(staffRoles.set, input, () => `The role ${name} is saved.`, onClose)
  }
  return (
    <Dialog
      onClose={onClose}
      title={role ? titleOf(role) : 'New role'}
      text="Tick what people with this role may do."
      cancel="Cancel"
      footer={
        <Button onClick={save} disabled={name.trim() === '' || chosen.length === 0}>
          Save
        </Button>
      }
    >
      {!role && (
        <TextField
          label="Name"
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {PERMISSION_GROUPS.map(({ name: group, permissions }) => (
        <fieldset key={group} className="grid">
          <legend className="font-bold">{group}</legend>
          {PERMISSIONS.filter((one) => one in permissions).map((permission) => (
            <Checkbox
              key={permission}
              label={permissions[permission]}
              disabled={!mine.includes(permission)}
              checked={chosen.includes(permission)}
              onChange={({ target }) =>
                setChosen(
                  target.checked ? [...chosen, permission] : chosen.filter((one) => one !== permission),
                )
              }
            />
          ))}
        </fieldset>
      ))}
    </Dialog>
  )
}

export const PERMISSION_GROUPS: readonly {
  name: string
  permissions: Partial<Record<Permission, string>>
}[] = [
  {
    name: 'Orders',
    permissions: {
      'orders.read': 'See all orders, with customers and amounts',
      'orders.create': 'Take orders by phone or WhatsApp',
      'orders.move': 'Start packing, cancel, correct addresses',
      'orders.pack': 'Print packing slips and see what to pack',
      'orders.ship': 'Ship, deliver, record refused and lost parcels',
      'orders.refund': 'Record that money was paid back',
      'payments.confirm': 'Confirm payments by UPI, and the cash of couriers',
      'returns.decide': 'Decide about returns, and take goods back',
      'invoices.write': 'Void invoices and write new ones',
    },
  },
  {
    name: 'Goods',
    permissions: {
      'products.read': 'See products, stock and categories',
      'products.write': 'Change products, prices and stock',
      'catalogue.write': 'Change categories, pages and search words',
      'offers.write': 'Make coupons, deals and banners',
      'reviews.write': 'Answer and hide reviews, answer questions',
    },
  },
  {
    name: 'Customers',
    permissions: {
      'customers.read': 'See customers with their orders and addresses',
      'customers.write': 'Correct, block and note; reset passwords',
      'customers.privacy': 'Export and erase personal data',
    },
  },
  {
    name: 'Money and the house',
    permissions: {
      'reports.read': 'See the turnover and the GST reports',
      'exports.run': 'Download all products, orders and customers',
      'imports.run': 'Import files of products, stock and prices',
      'backups.make': 'Make backups of the shop',
      'backups.download': 'Download backups, which hold everything',
      'settings.write': 'Change the settings of the shop',
      'audit.read': 'See what everybody did',
      'staff.write': 'Invite people and decide what they may do',
    },
  },
]

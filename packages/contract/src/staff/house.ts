/** The people of the shop, what they may do, and what they did. */
import * as z from 'zod/mini'
import { Id, Moment } from '../wire.ts'
import {
  act,
  Day,
  each,
  field,
  flag,
  limit,
  line,
  optional,
  plural,
  table,
  text,
  TextOrNull,
  whole,
} from './act.ts'
import { PERMISSIONS } from './permissions.ts'

const Member = z.object({
  id: Id,
  ...each(z.string(), 'name', 'email', 'role'),
  has_second_factor: z.boolean(),
  created_at: Moment,
  disabled_at: z.nullable(Moment),
  last_used_at: z.nullable(Moment),
})
const email = field(
  z.string().check(z.trim(), z.toLowerCase(), z.email(), z.maxLength(254)),
  'e-mail address',
)
const role = text('owner, manager, packer, viewer, or a role of your own')
const member = text('id or e-mail address')
const Link = z.object({ link: z.string(), expires_at: Moment, mailed: z.boolean() })

export const staffMembers = {
  list: act('staff list', {
    route: 'GET /api/desk/staff',
    permission: 'staff.write',
    summary: 'list the people who run the shop',
    reply: table(Member),
    versioned: (rows) =>
      rows.map(({ id, name, email, role, disabled_at }) => [id, name, email, role, disabled_at]),
  }),
  invite: act('staff invite <email>', {
    route: 'POST /api/desk/staff',
    permission: 'staff.write',
    summary: 'invite somebody to the desk; the link is good for 48 hours',
    help: 'Example:\n  haat staff invite meena@example.com --name Meena --role packer',
    input: { email, name: line(100, 'their name'), role },
    reply: Link,
    said: ({ link, mailed }) => `${mailed ? 'A mail is on its way. ' : ''}The link, good once: ${link}`,
    undo: false,
  }),
  invitations: act('staff invitations', {
    route: 'GET /api/desk/invitations',
    permission: 'staff.write',
    summary: 'list the invitations that nobody has accepted yet',
    reply: table(z.object({ ...each(z.string(), 'email', 'name', 'role'), expires_at: Moment })),
  }),
  revoke: act('staff revoke <email>', {
    route: 'DELETE /api/desk/invitations/{email}',
    permission: 'staff.write',
    summary: 'take an invitation back; its link lets nobody in',
    input: { email },
    reply: z.object({ email: z.string() }),
    said: ({ email: revoked }) => `The invitation of ${revoked} is taken back.`,
    undo: false,
  }),
  set: act('staff set <member>', {
    route: 'PATCH /api/desk/staff/{member}',
    permission: 'staff.write',
    shown_by: 'list',
    summary: 'change a member of the staff; their role, or let them in no more',
    help: 'Examples:\n  haat staff set meena@example.com --role manager\n  haat staff set 3 --disabled yes',
    input: {
      member,
      role: z.optional(role),
      name: z.optional(line(100, 'their name')),
      disabled: optional(z.enum(['yes', 'no']), 'whether they may not log in'),
    },
    reply: Member,
    undo: false,
    said: ({ name, role, disabled_at }) => `${name} is ${role}${disabled_at ? ' and may not log in' : ''}.`,
  }),
  reset: act('staff reset <member>', {
    route: 'POST /api/desk/staff/{member}/reset',
    permission: 'staff.write',
    summary: 'make a link for a new password of a member; ends their sessions and their second factor',
    input: { member },
    reply: Link,
    said: ({ link, mailed }) => `${mailed ? 'A mail is on its way. ' : ''}The link, good once: ${link}`,
    undo: false,
  }),
}

const Role = z.object({ name: z.string(), own: z.boolean(), permissions: z.array(z.enum(PERMISSIONS)) })

export const staffRoles = {
  list: act('roles list', {
    route: 'GET /api/desk/roles',
    permission: 'staff.write',
    summary: 'list the roles and what they may do',
    reply: table(Role),
  }),
  set: act('roles set <name> <permissions...>', {
    route: 'POST /api/desk/roles',
    permission: 'staff.write',
    summary: 'make a role of your own, or change it',
    help: 'Example:\n  haat roles set accountant orders.read reports.read exports.run',
    input: {
      name: line(40, 'its name'),
      permissions: field(z.array(z.enum(PERMISSIONS)), 'what it may do'),
    },
    reply: Role,
    undo: false,
    said: ({ name, permissions }) => `${name} has ${plural(permissions.length, 'permission')}.`,
  }),
  delete: act('roles delete <name>', {
    route: 'DELETE /api/desk/roles/{name}',
    permission: 'staff.write',
    summary: 'delete a role that nobody has',
    input: { name: text('its name') },
    reply: z.object({ name: z.string() }),
    undo: false,
    said: ({ name }) => `Deleted the role ${name}.`,
  }),
}

const Entry = z.object({
  id: Id,
  at: Moment,
  staff_name: z.string(),
  via: z.enum(['desk', 'cli', 'job']),
  act: z.string(),
  summary: field(z.string(), 'what was done, and to what'),
  changes: z.int(),
  undone: z.boolean(),
  note: field(TextOrNull, 'why, where the act was told'),
})
const values = z.nullable(z.record(z.string(), z.unknown()))
const Change = z.object({
  table_name: z.string(),
  row_key: z.string(),
  label: TextOrNull,
  kind: z.enum(['added', 'changed', 'deleted']),
  before: values,
  after: values,
})
const entry = whole(2_147_483_647, 'id of the entry')

export const staffAudit = {
  list: act('audit list', {
    route: 'GET /api/desk/audit',
    permission: 'audit.read',
    summary: 'list what the staff did, newest first',
    help: 'Examples:\n  haat audit list --act orders. --from 2026-11-01\n  haat audit list --of products --key 42',
    input: {
      act: z.optional(
        text(
          'only acts that begin with this, such as orders. or products.set; login lists logins, which are left out else',
        ),
      ),
      staff: z.optional(text('only acts of this person')),
      of: z.optional(text('only what changed rows of this table, such as products')),
      key: z.optional(text('with `of`: only what changed this row')),
      from: optional(Day, 'on this day or later'),
      to: optional(Day, 'on this day or earlier'),
      before: optional(Id, 'only entries before this one, for the next page'),
      limit: limit(50, 10_000),
    },
    reply: table(
      z.object({
        ...Entry.shape,
        row: field(z.optional(z.object({ before: values, after: values })), 'with `key`: what became of it'),
      }),
      Object.keys(Entry.shape),
    ),
    spreadsheet: true,
  }),
  show: act('audit show <entry>', {
    route: 'GET /api/desk/audit/{entry}',
    permission: 'audit.read',
    summary: 'show what an act changed, before and after',
    input: { entry },
    reply: z.object({
      ...Entry.shape,
      ip: TextOrNull,
      request_id: TextOrNull,
      input: z.record(z.string(), z.unknown()),
      undo_of: z.nullable(Id),
      rows: table(Change),
    }),
  }),
  undo: act('undo <entry>', {
    route: 'POST /api/desk/audit/{entry}/undo',
    permission: 'own',
    summary: 'undo an act; works as long as nothing that it changed has changed since',
    help: 'Example:\n  haat undo 1042',
    input: { entry, dry_run: flag('only say what would be taken back') },
    reply: z.object({
      undone: field(z.int(), 'rows that are as before'),
      kept: field(z.array(z.string()), 'what stays, and why'),
    }),
    said: ({ undone, kept }, { dry_run }) =>
      [`${plural(undone, 'row')} ${dry_run ? 'would be' : 'is or are'} as before.`, ...kept].join('\n'),
  }),
}

import type { ReplyOf } from '@haat/contract/staff/act'
import { staffMembers, staffRoles } from '@haat/contract/staff/house'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { useQuery } from '@tanstack/react-query'
import { Ban, Plus, ShieldCheck } from 'lucide-react'
import { actQuery, useMe, versionQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { RoleMatrix } from '../features/house/role-matrix.tsx'
import { useAsk } from '../form/act-form.tsx'
import { reloadOf } from '../form/use-edit-form.ts'
import { shortMoment } from '../lib/format.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { Screen } from '../shell/screen-head.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useDialog } from '../ui/dialogs.tsx'
import { MoreMenu } from '../ui/menu.tsx'

type Member = ReplyOf<typeof staffMembers.list>[number]
type Made = ReplyOf<typeof staffMembers.invite>
type Invitation = ReplyOf<typeof staffMembers.invitations>[number]
export function StaffScreen() {
  const { data, instead } = useScreen(versionQuery(staffMembers.list, {}))
  const dialogs = useMemberDialogs(data?.version ?? null)
  if (!data) return instead
  return (
    <Screen
      title="Staff and roles"
      actions={
        <Button icon={Plus} onClick={dialogs.invite}>
          Invite somebody
        </Button>
      }
    >
      <Card title="People">
        <ul className="divide-y divide-line">
          {data.reply.map((member) => (
            <MemberRow key={member.id} member={member} dialogs={dialogs} />
          ))}
        </ul>
        {data.reply.length === 1 && (
          <p className="mt-2 text-ink-soft">
            You are alone. Invite who packs your parcels: a packer sees orders to pack and ship, and neither
            turnover nor settings.
          </p>
        )}
      </Card>
      <Invitations onRevoke={dialogs.revoke} />
      <RoleMatrix />
    </Screen>
  )
}

interface MemberRowProps {
  member: Member
  dialogs: ReturnType<typeof useMemberDialogs>
}

function MemberRow({ member, dialogs }: MemberRowProps) {
  const { staff: me } = useMe()
  const { run } = useActs()
  const { id, name, email, role, has_second_factor, disabled_at, last_used_at } = member
  const isMe = id === me.id
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {name}
          {isMe && <span className="font-normal text-ink-soft">(you)</span>}
          {disabled_at && <Chip turn="off" icon={Ban} label="May not log in" />}
          {has_second_factor && <Chip turn="done" icon={ShieldCheck} label="Second factor" />}
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          <span className="capitalize">{role}</span> · {email}
          {last_used_at && <span className="block">Last here {shortMoment(last_used_at)}</span>}
        </p>
      </div>
      <MoreMenu
        label={`More about ${name}`}
        items={[
          { label: 'Change name or role…', onClick: () => dialogs.change(member) },
          !disabled_at && { label: 'New password link…', onClick: () => dialogs.reset(member) },
          !isMe && {
            label: disabled_at ? 'Let in again' : 'Let in no more',
            onClick: () =>
              void run(
                staffMembers.set,
                { member: String(id), disabled: disabled_at ? 'no' : 'yes' },
                () => `${name} ${disabled_at ? 'may log in again' : 'may not log in any more'}.`,
              ),
            isDanger: !disabled_at,
          },
        ]}
      />
    </li>
  )
}

/** Whom a link still waits for. */
function Invitations({ onRevoke }: { onRevoke: (invitation: Invitation) => void }) {
  const { data = [] } = useQuery(actQuery(staffMembers.invitations, {}))
  if (data.length === 0) return null
  return (
    <Card title="Invited">
      <ul className="divide-y divide-line">
        {data.map((invitation) => (
          <li key={invitation.email} className="flex items-center gap-3 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{invitation.name}</p>
              <p className="text-sm wrap-anywhere text-ink-soft">
                <span className="capitalize">{invitation.role}</span> · {invitation.email} · until{' '}
                {shortMoment(invitation.expires_at)}
              </p>
            </div>
            <Button variant="outline" size="sm" onClick={() => onRevoke(invitation)}>
              Take back
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What is asked about people. @param version of the list of members */
function useMemberDialogs(version: string | null) {
  const ask = useAsk()
  const open = useDialog()
  const { data = [] } = useQuery(actQuery(staffRoles.list, {}))
  const options = data.map(({ name }) => ({ value: name, label: name }))
  const showLink = (made: Made) => open((close) => <LinkDialog {...made} onClose={close} />)
  return {
    invite: () =>
      ask({
        act: staffMembers.invite,
        title: 'Invite somebody',
        text: 'You get a link, good once and for 48 hours, to pass on.',
        button: 'Make the link',
        fields: {
          name: { label: 'Name', hint: null },
          email: { label: 'E-mail address', hint: null },
          role: { label: 'Role', hint: 'What each may do stands in the table', options, initial: 'packer' },
        },
        done: () => 'The link is made.',
        onDone: showLink,
      }),
    revoke: ({ name, email }: Invitation) =>
      ask({
        act: staffMembers.revoke,
        title: `Take back the invitation of ${name}?`,
        text: 'Its link lets nobody in any more.',
        button: 'Take it back',
        given: { email },
        done: () => `The invitation of ${name} is taken back.`,
      }),
    reset: ({ id, name }: Member) =>
      ask({
        act: staffMembers.reset,
        title: `A new password for ${name}?`,
        text: 'The old password, the second factor and all sessions end. You get a link to pass on. This cannot be undone.',
        button: 'Make the link',
        given: { member: String(id) },
        done: () => `${name} needs the link now.`,
        onDone: showLink,
      }),
    change: (member: Member) => {
      const fieldsOf = ({ name, role }: Member) => ({
        name: { label: 'Name', hint: null, initial: name },
        role: { label: 'Role', hint: null, options, initial: role },
      })
      ask({
        act: staffMembers.set,
        title: member.name,
        button: 'Save',
        given: { member: String(member.id) },
        fields: fieldsOf(member),
        version,
        reload: reloadOf(staffMembers.list, {}, (all) =>
          fieldsOf(all.find(({ id }) => id === member.id) ?? member),
        ),
        done: ({ name, role }) => `${name} is ${role}.`,
      })
    },
  }
}

function LinkDialog({ expires_at, mailed, link, onClose }: Made & { onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="The link"
      text={`Good once, until ${shortMoment(expires_at)}.`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {mailed && <Notice>A mail with it is on its way.</Notice>}
      <CopyField label="Pass it on to nobody else" text={link} />
    </Dialog>
  )
}

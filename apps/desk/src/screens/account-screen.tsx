import { staffSession } from '@haat/contract/staff/session'
import { Button } from '@haat/ui/button'
import { Notice, Skeleton } from '@haat/ui/feedback'
import { PasswordField, TextField } from '@haat/ui/field'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { call, messageOf } from '../api/client.ts'
import { meQuery, useMe } from '../api/queries.ts'
import { orToast } from '../api/use-attempt.ts'
import { type FieldOf, PlainForm } from '../form/plain-form.tsx'
import { shortMoment } from '../lib/format.ts'
import { Screen } from '../shell/screen-head.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useDialog } from '../ui/dialogs.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { toast } from '../ui/toast.ts'

/** What everybody of the staff decides for themselves. */
export function AccountScreen() {
  const { staff } = useMe()
  return (
    <Screen title="Your account" text={`${staff.name}, ${staff.email}`} className="grid max-w-176 gap-4 py-3">
      <SecondFactor />
      <PasswordForm />
      <Sessions />
    </Screen>
  )
}

/** A code of an authenticator app beside the password. */
function SecondFactor() {
  const { has_second_factor } = useMe().staff
  const open = useDialog()
  const Turn = has_second_factor ? TurnOff : TurnOn
  return (
    <Card title="Second factor">
      <p className="mb-4 text-ink-soft">
        {has_second_factor ? (
          <>
            <ShieldCheck aria-hidden className="mr-1 inline size-5 text-leaf" />
            Your login needs a code of your authenticator app.
          </>
        ) : (
          'A code of an authenticator app makes a stolen password useless.'
        )}
      </p>
      <Button variant="outline" onClick={() => open((close) => <Turn onClose={close} />)}>
        {has_second_factor ? 'Turn it off' : 'Turn it on'}
      </Button>
    </Card>
  )
}

const password = (field: FieldOf) => (
  <PasswordField label="Password" autoComplete="current-password" maxLength={200} {...field('password')} />
)

function TurnOff({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  return (
    <Dialog onClose={onClose} title="Turn the second factor off">
      <PlainForm
        button="Turn it off"
        send={async ({ password: typed = '' }) => {
          await call(staffSession.endSecondFactor, { password: typed })
          await client.invalidateQueries(meQuery)
          onClose()
        }}
      >
        {password}
      </PlainForm>
    </Dialog>
  )
}

function TurnOn({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [started, setStarted] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<string[]>()
  const finish = async () => {
    onClose()
    await client.invalidateQueries(meQuery)
  }
  if (codes)
    return (
      <Dialog
        title="Keep these recovery codes"
        text="Each lets you in once without your phone. They are shown only now."
        footer={<Button onClick={finish}>I have kept them</Button>}
      >
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono figures select-all">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </Dialog>
    )
  if (!started)
    return (
      <Dialog onClose={onClose} title="Turn the second factor on">
        <PlainForm
          key="password"
          button="Go on"
          send={async ({ password: typed = '' }) =>
            setStarted(await call(staffSession.startSecondFactor, { password: typed }))
          }
        >
          {password}
        </PlainForm>
      </Dialog>
    )
  return (
    <Dialog onClose={onClose} title="Scan with your authenticator app">
      <PlainForm
        key="code"
        button="Turn it on"
        send={async ({ code = '' }) =>
          setCodes((await call(staffSession.confirmSecondFactor, { code })).recovery_codes)
        }
      >
        {(field) => (
          <>
            <QrCode text={started.uri} className="w-56" />
            <p className="text-sm text-ink-soft">
              Or enter this key:{' '}
              <span className="font-mono break-all text-ink select-all">{started.secret}</span>
            </p>
            <TextField
              label="Code of the app"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              {...field('code')}
            />
          </>
        )}
      </PlainForm>
    </Dialog>
  )
}

/** A new password. Passwords are never kept as drafts. */
function PasswordForm() {
  const change = async ({ current = '', password: next = '' }, form: HTMLFormElement): Promise<void> => {
    await call(staffSession.changePassword, { current, password: next })
    form.reset()
    toast('success', 'Your password is changed. Your other sessions are over.')
  }
  return (
    <Card title="Password">
      <PlainForm button="Change password" send={change}>
        {(field) => (
          <>
            <PasswordField
              label="Current password"
              autoComplete="current-password"
              maxLength={200}
              {...field('current')}
            />
            <PasswordField
              label="New password"
              hint="At least 10 characters; a few words are good"
              autoComplete="new-password"
              maxLength={200}
              {...field('password')}
            />
          </>
        )}
      </PlainForm>
    </Card>
  )
}

function Sessions() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(sessionsQuery)
  const end = async (id: number) => {
    await orToast(async () => {
      await call(staffSession.endSession, { id })
      toast('success', 'That session is over.')
    })
    await client.invalidateQueries(sessionsQuery)
  }
  return (
    <Card title="Where you are logged in">
      {error ? (
        <Notice tone="bad" onRetry={refetch}>
          {messageOf(error)}
        </Notice>
      ) : !data ? (
        <Skeleton className="h-16" />
      ) : (
        <ul className="divide-y divide-line">
          {data.map(({ id, device, ip, last_used_at, is_current }) => (
            <li key={id} className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{device || 'Unknown device'}</span>
                <span className="block text-sm text-ink-soft">
                  {ip}, {is_current ? 'this device' : `last used ${shortMoment(last_used_at)}`}
                </span>
              </span>
              {!is_current && (
                <Button variant="outline" size="sm" onClick={() => end(id)}>
                  Log out there
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: () => call(staffSession.sessions, {}) })

/** How and where the customer logs in, and what the shop keeps about the customer. */
import { t } from '@lingui/core/macro'
import type { DeviceSession } from '@haat/contract/profile'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router-dom'
import { ApiError, call, contract, download, messageOf } from '../../api/client.ts'
import { useSettings } from '../../api/settings.queries.ts'
import { endSession, readSession, startSession } from '../../api/session.ts'
import { longDate } from '../../lib/format.ts'
import { Link } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '@haat/ui/badge'
import { Button, PlainButton, textLinkClass } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { EmailField, PasswordField } from '@haat/ui/field'
import { fieldOf, Form } from '@haat/ui/form'
import { save } from '@haat/ui/save-file'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/feedback.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NewPasswordFields } from '../../ui/submit-form.tsx'
import { toast } from '../../ui/toast.ts'
import { type AuthState, emailRules } from '../auth/auth-form.ts'
import { type Profile, profileQuery, sessionsQuery } from './profile.queries.ts'
import { phoneContact, VerifyContact } from './verify-contact.tsx'

/** What a verified phone number opens: the account without a password, and a password for it. */
export function PhonePanel({ profile }: { profile: Profile }) {
  const { email, phone_number: phone, is_phone_verified: isVerified, has_password: hasPassword } = profile
  const isAsked = useLocation().hash === '#email' && !hasPassword
  const [isOpen, setOpen] = useState(isAsked)
  const queries = useQueryClient()
  const canSend = useSettings()?.phone_login
  const finish = () => {
    setOpen(false)
    void queries.invalidateQueries(sessionsQuery())
    if (isAsked) history.back()
    return queries.invalidateQueries(profileQuery())
  }
  if (!canSend || (isVerified && hasPassword)) return null
  return (
    <section aria-labelledby="phone-panel" className="rounded-lg border border-line bg-card p-5">
      <h2 id="phone-panel" className="text-xl font-bold">
        {hasPassword ? t`Log in with your phone` : t`Email and password`}
      </h2>
      <p className="mt-2 mb-4 text-ink-soft">
        {hasPassword
          ? t`Once your number is verified, an OTP logs you in: no password to remember.`
          : t`You log in with your phone. Set an email and a password to log in with them too, and to get order mails.`}
      </p>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {hasPassword ? t`Verify Phone Number` : t`Set Email and Password`}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={hasPassword ? t`Verify your phone number` : t`Email and password`}
      >
        {hasPassword ? (
          <VerifyContact
            contact={phoneContact(phone)}
            reason={t`We check that the number is yours.`}
            onVerified={finish}
          />
        ) : (
          <SetPassword email={email} phone={phone} onDone={finish} />
        )}
      </Dialog>
    </section>
  )
}

function SetPassword({ email, phone, onDone }: { email: string; phone: string; onDone: () => unknown }) {
  const [chosen, setChosen] = useState<{ email: string; newPassword: string } | null>(null)
  const form = useForm({ defaultValues: { email, password: '', confirmation: '' } })
  /** The address is somebody else's. */
  const backToEmail = (error: unknown): never => {
    if (error instanceof ApiError && error.status === 409) {
      setChosen(null)
      form.setError('email', { message: error.message })
    }
    throw error
  }
  if (chosen) {
    const verify = async (otp: string) => {
      const reply = await call(contract.profile.setPassword, { body: { otp, ...chosen } }).catch(backToEmail)
      const session = readSession()
      if (session) startSession({ ...session, user: reply.user })
      return reply
    }
    return (
      <VerifyContact
        contact={{ ...phoneContact(phone), verify }}
        reason={t`We check that it is you.`}
        label={t`Save`}
        onVerified={onDone}
      />
    )
  }
  const submit = form.handleSubmit(({ password, ...values }) =>
    setChosen({ email: values.email, newPassword: password }),
  )
  return (
    <Form onSubmit={submit} className="grid gap-5">
      {email === '' && <EmailField {...fieldOf(form, 'email', emailRules)} />}
      <NewPasswordFields form={form} />
      <Button type="submit" size="lg">{t`Continue`}</Button>
    </Form>
  )
}

/** The customer's sessions: this device first, the others with a button that logs them out. */
export function SessionsPanel() {
  const queries = useQueryClient()
  const { data: sessions, error, refetch } = useQuery(sessionsQuery())
  const heading = useRef<HTMLHeadingElement>(null)
  const [isWhole, setWhole] = useState(false)
  const end = async (ending: () => Promise<{ message: string }>) => {
    heading.current?.focus({ preventScroll: true })
    try {
      toast('success', (await ending()).message)
      await queries.invalidateQueries(sessionsQuery())
    } catch (failure) {
      toast('error', messageOf(failure, t`The device could not be logged out. Please try again.`))
      // Not awaited: the button takes no click meanwhile, and the next one tries again.
      void queries.invalidateQueries(sessionsQuery())
    }
  }
  const shown = isWhole ? sessions : sessions?.slice(0, 2)
  const number = sessions?.length ?? 0
  const hasOthers = number > 1
  return (
    <section aria-labelledby="sessions">
      <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id="sessions" ref={heading} tabIndex={-1} data-page-heading className="text-xl font-bold">
          {t`Where you are logged in`}
        </h2>
        {hasOthers && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => end(() => call(contract.profile.endOtherSessions))}
          >{t`Log out all other devices`}</Button>
        )}
      </div>
      {error && !sessions && (
        <Notice tone="bad" onRetry={() => refetch()}>
          {messageOf(error, t`Your devices could not be loaded.`)}
        </Notice>
      )}
      {!sessions && !error && <Loading text={t`Loading devices...`} size="h-24 rounded-md" />}
      {shown && (
        <ul className="divide-y divide-line rounded-md border border-line bg-card">
          {shown.map((session) => (
            <SessionEntry
              key={session.id}
              session={session}
              onEnd={() => end(() => call(contract.profile.endSession, { params: { id: session.id } }))}
            />
          ))}
        </ul>
      )}
      {shown && shown.length < number && (
        <PlainButton className={textLinkClass} onClick={() => setWhole(true)}>
          {t`Show all ${number} devices`}
        </PlainButton>
      )}
      {hasOthers && (
        <p className="mt-3 text-sm text-ink-soft">{t`You do not recognise one? Log it out, and change your password.`}</p>
      )}
    </section>
  )
}

function SessionEntry({ session, onEnd }: { session: DeviceSession; onEnd: () => Promise<unknown> }) {
  const { device, is_current, created_at, last_used_at } = session
  const day = longDate(is_current ? created_at : last_used_at)
  const Icon = /phone|iPad|Android|KaiOS/i.test(device) ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center gap-x-3 p-4 sm:gap-x-4">
      <div className="flex min-w-0 flex-1 basis-[11em] tamil:basis-[16em] items-center gap-3 sm:gap-4">
        <Icon aria-hidden className="size-6 shrink-0 text-peacock" />
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-bold">
            {device}
            {is_current && <Badge tone="good">{t`This device`}</Badge>}
          </p>
          <p className="figures text-ink-soft">
            {is_current ? t`Logged in on ${day}` : t`Last used on ${day}`}
          </p>
        </div>
      </div>
      {!is_current && (
        <Button variant="danger" size="sm" className="-mr-2 ml-auto shrink-0" onClick={onEnd}>
          {t`Log out`}
          <span className="sr-only">: {device}</span>
        </Button>
      )}
    </li>
  )
}

/** Hands over what the shop keeps about the customer, and deletes the account. */
export function OwnData() {
  const profile = useQuery(profileQuery()).data
  const [isErasing, setIsErasing] = useState(false)
  const fetchData = () =>
    download(contract.ownData.get).then(
      (file) => save(file, 'my-data.json'),
      (error: unknown) => toast('error', messageOf(error, t`Your data could not be downloaded.`)),
    )
  return (
    <section aria-labelledby="own-data" className="rounded-lg border border-line bg-card p-5">
      <h2 id="own-data" className="text-xl font-bold">{t`Your data`}</h2>
      <p className="mt-2 mb-4 max-w-prose text-ink-soft">{t`Download what we keep about you, or delete your account. We keep orders and invoices as long as tax law asks.`}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={fetchData}>{t`Download My Data`}</Button>
        <Button variant="outline" onClick={() => setIsErasing(true)}>{t`Close My Account`}</Button>
      </div>
      {isErasing && (
        <EraseDialog
          phone={profile?.has_password === false ? profile.phone_number : undefined}
          onClose={() => setIsErasing(false)}
        />
      )}
    </section>
  )
}

/** Closes the account, and shows what has become of it. */
function useErase() {
  const navigate = useNavigate()
  return async (body: { password: string } | { otp: string }) => {
    const reply = await call(contract.ownData.erase, { body })
    endSession('logout')
    // Once the end of the session has led from the profile to login.
    const state: AuthState = { isClosed: true }
    setTimeout(() => void navigate(paths.auth('login'), { replace: true, state }))
    return reply
  }
}

/** @param phone of an account without a password */
function EraseDialog({ phone, onClose }: { phone: string | undefined; onClose: () => void }) {
  const erase = useErase()
  const [password, setPassword] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const failureText = (error: unknown) => {
    setIsOpen(error instanceof ApiError && error.status === 409)
    return messageOf(error, t`Your account could not be deleted. Please try again.`)
  }
  const reason = t`Your addresses, cart, wishlist, reviews and login are deleted for good. Nobody can bring them back.`
  const dialog = { title: t`Close your account?`, onClose }
  const label = t`Close My Account`
  if (phone !== undefined)
    return (
      <Dialog open {...dialog}>
        <VerifyContact
          contact={{ ...phoneContact(phone), verify: (otp) => erase({ otp }) }}
          {...{ reason, label }}
          onVerified={onClose}
        />
      </Dialog>
    )
  return (
    <FormDialog
      {...dialog}
      button={label}
      keep={t`Keep It`}
      send={() => erase({ password })}
      variant="danger"
      failureText={failureText}
    >
      <p>{reason}</p>
      <PasswordField
        label={t`Your password`}
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {isOpen && <Link to={paths.orders()} className={textLinkClass}>{t`See all your orders`}</Link>}
    </FormDialog>
  )
}

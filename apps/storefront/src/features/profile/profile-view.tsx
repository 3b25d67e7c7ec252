import { plural, t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ApiError, call, contract, messageOf } from '../../api/client.ts'
import { readSession, startSession } from '../../api/session.ts'
import { cx } from '@haat/ui/cx'
import { shortDate } from '../../lib/format.ts'
import { Button, textLinkClass } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { PasswordField, TextField } from '@haat/ui/field'
import { fieldOf } from '@haat/ui/form'
import { Dialog } from '../../ui/dialog.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { initialsOf } from '../../ui/picture.tsx'
import { NewPasswordFields, SubmitForm, useSubmitForm } from '../../ui/submit-form.tsx'
import { toast } from '../../ui/toast.ts'
import { nameField, nameRules, phoneField, phoneRules } from '../auth/auth-form.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { TermRow } from '../../ui/totals.tsx'
import { type Profile, profileQuery, sessionsQuery } from './profile.queries.ts'
import { emailContact, VerifyContact } from './verify-contact.tsx'

interface ProfileProps {
  /** As the session knows it until the profile is loaded. */
  user: Pick<Profile, 'name' | 'email' | 'phone_number'>
  profile: Profile | undefined
}

export function ProfileHeader({ user: { name, email }, profile }: ProfileProps) {
  return (
    <header className="flex items-center gap-4 rounded-lg bg-peacock-deep p-5 text-paper sm:gap-6 sm:p-8">
      <div
        aria-hidden
        className="flex size-16 shrink-0 items-center justify-center rounded-full bg-marigold text-[28px] font-extrabold text-ink sm:size-20"
      >
        {initialsOf(name)}
      </div>
      <div className="min-w-0 grow">
        <PageHeading className="break-words">{name}</PageHeading>
        <p className="mt-1 flex flex-wrap gap-x-4 text-paper/85">
          {email && <span className="min-w-0 break-all">{email}</span>}
          <span
            aria-hidden={!profile}
            className={cx('figures font-semibold text-marigold', !profile && 'invisible')}
          >
            {plural(profile?.order_count ?? 0, { one: '# order', other: '# orders' })}
          </span>
        </p>
      </div>
    </header>
  )
}

export function ProfileDetails({ user: { name, email, phone_number }, profile }: ProfileProps) {
  const [open, setOpen] = useState<'details' | 'email' | null>(null)
  const queries = useQueryClient()
  const close = () => setOpen(null)
  const reload = () => queries.invalidateQueries(profileQuery()).then(close)
  return (
    <section
      aria-labelledby="profile-details"
      className="flex flex-col rounded-lg border border-line bg-card p-5"
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="profile-details" className="text-xl font-bold">{t`Your details`}</h2>
        {profile && phone_number !== '' && (
          <Button variant="outline" size="sm" onClick={() => setOpen('details')}>{t`Change Details`}</Button>
        )}
      </div>
      <dl className="grid grow grid-cols-1 content-between gap-y-3">
        <TermRow label={t`Name`}>{name}</TermRow>
        {email && (
          <TermRow label={t`Email`}>
            <span className="flex flex-col items-end wrap-anywhere">
              {email}
              {profile?.can_verify_email && (
                <button
                  type="button"
                  className={cx(textLinkClass, '-mb-2.5 w-0 min-w-full justify-end text-right')}
                  onClick={() => setOpen('email')}
                >{t`Verify Email`}</button>
              )}
            </span>
          </TermRow>
        )}
        <TermRow label={t`Phone`}>{phone_number}</TermRow>
        <TermRow label={t`Customer since`}>{profile ? shortDate(profile.created_at) : '…'}</TermRow>
      </dl>
      <Dialog open={open === 'details'} onClose={close} title={t`Your details`}>
        {profile && <DetailsForm stored={profile} onSaved={reload} onClose={close} />}
      </Dialog>
      <Dialog open={open === 'email'} onClose={close} title={t`Verify your email`}>
        <VerifyContact
          contact={emailContact(email)}
          reason={t`We check that your email reaches you.`}
          onVerified={reload}
        />
      </Dialog>
    </section>
  )
}

interface DetailsFormProps {
  stored: Profile
  onSaved: () => unknown
  /** Null where the form cannot be left. */
  onClose: (() => void) | null
}

/** Changes name and phone number; another number needs the password, since one logs in with it. */
function DetailsForm({ stored, onSaved, onClose }: DetailsFormProps) {
  const form = useSubmitForm({
    defaultValues: { name: stored.name, phone_number: stored.phone_number, password: '' },
    send: ({ password, ...body }) =>
      call(contract.profile.update, { body: { ...body, ...(needsPassword(body) && { password }) } }),
    success({ message, user }) {
      const session = readSession()
      if (session) startSession({ ...session, user })
      return message
    },
    leave: { after: 0, to: onSaved },
    failureText: (error) => messageOf(error, t`The profile could not be updated. Please try again.`),
  })
  const needsPassword = ({ phone_number }: { phone_number: string }) =>
    stored.phone_number !== '' && phone_number !== stored.phone_number
  return (
    <SubmitForm
      form={form}
      label={t`Save`}
      foot={onClose && <Button variant="outline" onClick={onClose}>{t`Cancel`}</Button>}
    >
      <TextField label={t`Full name`} {...nameField} {...fieldOf(form, 'name', nameRules)} />
      <TextField
        label={t`Phone number`}
        {...phoneField}
        readOnly={!stored.has_password}
        hint={stored.has_password ? undefined : t`To change your number, set a password first.`}
        {...fieldOf(form, 'phone_number', phoneRules)}
      />
      {needsPassword(form.watch()) && (
        <PasswordField
          label={t`Your password`}
          {...fieldOf(form, 'password', { required: t`Your password is required for another phone number` })}
        />
      )}
    </SubmitForm>
  )
}

const TAB_CLASSES = {
  list: 'mt-6 mb-8 flex border-b border-line',
  tab: '-mb-px min-h-12 border-b-3 px-4 font-semibold transition-colors max-sm:grow max-sm:px-2 sm:px-6',
  selected: 'border-marigold text-peacock',
  other: 'border-transparent text-ink-soft hover:text-peacock',
}

export function ProfileTabs({ panels }: { panels: Record<'information' | 'orders', ReactNode> }) {
  const id = useId()
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'orders' ? 'orders' : 'information'
  return (
    <>
      <Tabs
        label={t`Profile`}
        tabs={[
          { id: 'information', label: t`Profile Information` },
          { id: 'orders', label: t`Order History` },
        ]}
        selected={tab}
        onSelect={(next) => setSearch(next === 'orders' ? { tab: next } : {}, { replace: true })}
        panelId={id}
        classes={TAB_CLASSES}
      />
      <div role="tabpanel" id={id} aria-labelledby={`${id}-${tab}`}>
        {panels[tab]}
      </div>
    </>
  )
}

/** Asks for name and phone number where the account has no phone number. */
export function CompleteProfile({ profile }: { profile: Profile }) {
  const queries = useQueryClient()
  return (
    <section className="mt-6 max-w-md rounded-lg border border-line bg-card p-5">
      <h2 className="mb-5 text-xl font-bold">{t`Complete your profile`}</h2>
      <DetailsForm
        stored={{ ...profile, has_password: true }}
        onSaved={() => queries.invalidateQueries(profileQuery())}
        onClose={null}
      />
    </section>
  )
}

const changed = (): string => t`Password changed successfully`

/** The Change Password panel. It closes by itself after a success. */
export function PasswordPanel() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <section aria-labelledby={`${id}-title`} className="rounded-lg border border-line bg-card p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={`${id}-title`} className="text-xl font-bold">{t`Password`}</h2>
        <Button
          ref={button}
          icon={KeyRound}
          variant="outline"
          size="sm"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {t`Change Password`}
        </Button>
      </div>
      <div id={id}>
        {open ? (
          <PasswordForm onClose={close} />
        ) : (
          <p className="mt-2 text-ink-soft">{t`Changing it logs out all your other devices.`}</p>
        )}
      </div>
    </section>
  )
}

/** The old password, and the new one twice. Errors show in the panel and in a toast. */
function PasswordForm({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const form = useSubmitForm({
    defaultValues: { current: '', password: '', confirmation: '' },
    send: async ({ current, password }) => {
      const body = { currentPassword: current, newPassword: password }
      await call(contract.profile.changePassword, { body })
      // The server has logged out the other devices.
      void queries.invalidateQueries(sessionsQuery())
    },
    success: changed(),
    leave: { after: 1200, to: onClose },
    failureText,
  })
  const { setFocus } = form
  useEffect(() => setFocus('current'), [setFocus])
  return (
    <div className="mt-4">
      <SubmitForm
        form={form}
        label={t`Update Password`}
        foot={
          <>
            {form.isDone && <Notice>{changed()}</Notice>}
            <Button variant="outline" onClick={onClose}>{t`Cancel`}</Button>
          </>
        }
      >
        <PasswordField
          label={t`Current password`}
          {...fieldOf(form, 'current', { required: t`Current password is required` })}
        />
        <NewPasswordFields form={form} />
      </SubmitForm>
    </div>
  )
}

/** The server's reason, else the HTTP status phrase, else a general text; a toast says it too. */
function failureText(error: unknown): string {
  const phrase = error instanceof ApiError && error.status >= 400 ? error.statusText : ''
  const failed = t`Network or server error`
  const message = messageOf(error, phrase || failed, failed)
  toast('error', message)
  return message
}

import { t } from '@lingui/core/macro'
import { LIMITS } from '@haat/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, contract } from '../../api/client.ts'
import { useSettings } from '../../api/settings.queries.ts'
import { readSession, startSession } from '../../api/session.ts'
import { Button } from '@haat/ui/button'
import { EmailField } from '@haat/ui/field'
import { fieldOf, Form } from '@haat/ui/form'
import { useForm } from 'react-hook-form'
import { Dialog } from '../../ui/dialog.tsx'
import { NewPasswordFields } from '../../ui/submit-form.tsx'
import { emailRules } from '../auth/auth-form.ts'
import { profileQuery, sessionsQuery } from './profile.queries.ts'
import { phoneContact, VerifyContact } from './verify-contact.tsx'

interface PhonePanelProps {
  email: string
  phone: string
  isVerified: boolean
  hasPassword: boolean
}

/** What a verified phone number opens: the account without a password, and a password for it. */
export function PhonePanel({ email, phone, isVerified, hasPassword }: PhonePanelProps) {
  const [step, setStep] = useState<'verify' | 'password' | null>(null)
  const queries = useQueryClient()
  const canSend = useSettings()?.phone_login
  const finish = () => {
    setStep(null)
    void queries.invalidateQueries(sessionsQuery())
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
      <Button variant="outline" onClick={() => setStep(hasPassword ? 'verify' : 'password')}>
        {hasPassword ? t`Verify Phone Number` : t`Set Email and Password`}
      </Button>
      {step === 'verify' && (
        <Dialog open onClose={() => setStep(null)} title={t`Verify your phone number`}>
          <VerifyContact
            contact={phoneContact(phone)}
            reason={t`We check that the number is yours.`}
            label={t`Verify`}
            toastStyle="page"
            onVerified={finish}
          />
        </Dialog>
      )}
      {step === 'password' && (
        <Dialog open onClose={() => setStep(null)} title={t`Email and password`}>
          <SetPassword email={email} phone={phone} onDone={finish} />
        </Dialog>
      )}
    </section>
  )
}

/** An e-mail address, where the account has none, and a password; then the OTP. */
function SetPassword({ email, phone, onDone }: { email: string; phone: string; onDone: () => unknown }) {
  const min = LIMITS.password_change_min
  const [chosen, setChosen] = useState<{ email: string; newPassword: string } | null>(null)
  const form = useForm({ defaultValues: { email, password: '', confirmation: '' } })
  if (chosen) {
    const verify = async (otp: string) => {
      const reply = await call(contract.profile.setPassword, { body: { otp, ...chosen } })
      const session = readSession()
      if (session) startSession({ ...session, user: reply.user })
      return reply
    }
    return (
      <VerifyContact
        contact={{ ...phoneContact(phone), verify }}
        reason={t`We check that it is you.`}
        label={t`Save`}
        toastStyle="page"
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
      <NewPasswordFields
        form={form}
        label={t`New password`}
        min={LIMITS.password_change_min}
        texts={{
          required: t`New password is required`,
          short: t`New password must be at least ${min} characters`,
        }}
      />
      <Button type="submit" size="lg">{t`Continue`}</Button>
    </Form>
  )
}

import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call, contract } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { Button } from '@haat/ui/button'
import { EmailField } from '@haat/ui/field'
import { fieldOf } from '@haat/ui/form'
import { toast } from '../../ui/toast.ts'
import { NewPasswordFields, SubmitForm, useSubmitForm } from '../../ui/submit-form.tsx'
import { type AuthState, emailRules, forgotMessage, resetPassword, whileOtpHolds } from './auth-form.ts'
import { OtpForm } from './otp-form.tsx'

export function ForgotForm({ state }: { state: AuthState }) {
  const navigate = useNavigate()
  /** The verified OTP. Only this page knows it, so a reload asks for it again. */
  const [verified, setVerified] = useState<string | null>(null)
  const goTo = (next: AuthState) => {
    setVerified(null)
    void navigate(paths.auth('forgot'), { replace: true, state: { ...state, step: undefined, ...next } })
  }
  const { email = '', step } = state
  const startAgain = () => goTo({ email })
  const verify = async (otp: string) => {
    await call(contract.auth.verifyOtp, { body: { email, otp } })
    toast('success', t`OTP verified successfully!`, 'auth')
    setVerified(otp)
  }
  if (step === undefined) return <ForgotEmail email={email} onDone={goTo} />
  if (verified === null)
    return (
      <OtpForm
        to={email}
        text={
          // The shop's support may give one, too.
          step === 'otp'
            ? t`If ${email} has an account here, an OTP is on its way to it.`
            : t`Enter the OTP for ${email}.`
        }
        verify={verify}
        failureText={forgotMessage}
        toastStyle="auth"
        label={t`Verify OTP`}
      >
        <Button variant="quiet" onClick={startAgain}>{t`Change Email / Resend`}</Button>
      </OtpForm>
    )
  return (
    <ForgotReset
      email={email}
      otp={verified}
      onOtpFault={startAgain}
      onDone={() =>
        void navigate(paths.auth('login'), { replace: true, state: { ...state, step: undefined, email } })
      }
    />
  )
}

/** Step one: the address that gets the OTP, or whose OTP the customer has. */
function ForgotEmail({ email, onDone }: { email: string; onDone: (next: AuthState) => void }) {
  const done = ({ email: typed }: { email: string }, step: AuthState['step']) =>
    onDone({ email: typed.trim(), step })
  const form = useSubmitForm({
    toastStyle: 'auth',
    defaultValues: { email },
    send: ({ email: typed }) => call(contract.auth.forgotPassword, { body: { email: typed.trim() } }),
    success: t`OTP sent to your email!`,
    leave: { after: 0, to: (values) => done(values, 'otp') },
    failureText: (error) => forgotMessage(error, t`Failed to send OTP. Please try again.`),
  })
  const skip = form.handleSubmit((values) => done(values, 'given-otp'))
  return (
    <SubmitForm
      form={form}
      label={t`Send OTP`}
      foot={<Button variant="quiet" onClick={skip}>{t`I have an OTP`}</Button>}
    >
      <EmailField {...fieldOf(form, 'email', emailRules)} />
    </SubmitForm>
  )
}

interface ForgotResetProps {
  email: string
  otp: string
  onOtpFault: () => void
  onDone: () => void
}

function ForgotReset({ email, otp, onOtpFault, onDone }: ForgotResetProps) {
  const form = useSubmitForm({
    toastStyle: 'auth',
    defaultValues: { password: '', confirmation: '' },
    send: ({ password }) => whileOtpHolds(resetPassword(email, otp, password), onOtpFault),
    success: t`Password reset successfully! Please login with your new password.`,
    leave: { after: 1500, to: onDone },
    failureText: (error) => forgotMessage(error, t`Password reset failed. Please try again.`),
  })
  const { setFocus } = form
  useEffect(() => setFocus('password'), [setFocus])
  return (
    <SubmitForm form={form} label={t`Reset Password`}>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <NewPasswordFields form={form} first={{ required: t`New password required` }} />
    </SubmitForm>
  )
}

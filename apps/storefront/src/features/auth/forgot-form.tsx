import { useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { useTimeout } from '../../lib/use-timeout.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import type { AuthState } from './auth-form.ts'
import { emailRules, forgotMessage, otpRules, resetPassword, sendOtp, verifyOtp } from './auth-form.ts'
import { FormError } from './form-error.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { OtpField } from './otp-field.tsx'

/** A forgotten password in three steps: e-mail, OTP, new password. */
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
  if (step === undefined) {
    return <ForgotEmail email={email} onDone={(address, next) => goTo({ email: address, step: next })} />
  }
  if (verified === null) {
    const isMailed = step === 'otp'
    return <ForgotOtp email={email} isMailed={isMailed} onVerified={setVerified} onChangeEmail={startAgain} />
  }
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

interface ForgotEmailProps {
  email: string
  onDone: (email: string, next: 'otp' | 'given-otp') => void
}

/** Step one: the address that gets the OTP, or whose OTP the customer has. */
function ForgotEmail({ email, onDone }: ForgotEmailProps) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { email } })
  const submit = handleSubmit(async (values) => {
    const address = values.email.trim()
    try {
      await sendOtp(address)
      toast('success', 'OTP sent to your email!', 'auth')
      onDone(address, 'otp')
    } catch (error) {
      const message = forgotMessage(error, 'Failed to send OTP. Please try again.')
      setError('root', { message })
      toast('error', message, 'auth')
    }
  })
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <EmailField error={formState.errors.email?.message} {...register('email', emailRules)} />
      <FormError errors={formState.errors} />
      <Button type="submit" size="lg" busy={formState.isSubmitting}>
        Send OTP
      </Button>
      <Button variant="quiet" onClick={handleSubmit((values) => onDone(values.email.trim(), 'given-otp'))}>
        I have an OTP
      </Button>
    </Form>
  )
}

interface ForgotOtpProps {
  email: string
  /** Whether the server was asked to mail the OTP; the shop's support may give one, too. */
  isMailed: boolean
  onVerified: (otp: string) => void
  onChangeEmail: () => void
}

/** Step two: the OTP. */
function ForgotOtp({ email, isMailed, onVerified, onChangeEmail }: ForgotOtpProps) {
  const { control, handleSubmit, formState, reset, setError, setFocus } = useForm({
    defaultValues: { otp: '' },
  })
  useEffect(() => setFocus('otp'), [setFocus])
  const submit = handleSubmit(async ({ otp }) => {
    try {
      await verifyOtp(email, otp)
      toast('success', 'OTP verified successfully!', 'auth')
      onVerified(otp)
    } catch (error) {
      const message = forgotMessage(error, 'Invalid or expired OTP. Please try again.')
      toast('error', message, 'auth')
      reset()
      setError('otp', { message }, { shouldFocus: true })
    }
  })
  return (
    <Form onSubmit={submit} className="grid gap-5">
      {isMailed ? (
        <p>
          If <strong className="break-all">{email}</strong> has an account here, an OTP is on its way to it.
        </p>
      ) : (
        <p>
          Enter the OTP for <strong className="break-all">{email}</strong>.
        </p>
      )}
      <Controller
        name="otp"
        control={control}
        rules={otpRules}
        render={({ field, fieldState }) => (
          <OtpField
            ref={field.ref}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      <Button type="submit" size="lg" busy={formState.isSubmitting}>
        Verify OTP
      </Button>
      <Button variant="quiet" onClick={onChangeEmail}>
        Change Email / Resend
      </Button>
    </Form>
  )
}

/** Milliseconds. */
const LEAVE_DELAY = 1500

interface ForgotResetProps {
  email: string
  otp: string
  /** The server refused because of the OTP. */
  onOtpFault: () => void
  onDone: () => void
}

/** Step three: the new password. */
function ForgotReset({ email, otp, onOtpFault, onDone }: ForgotResetProps) {
  const after = useTimeout()
  const [done, setDone] = useState(false)
  const form = useForm({ defaultValues: { password: '', confirmation: '' } })
  const { handleSubmit, formState, setError, setFocus } = form
  useEffect(() => setFocus('password'), [setFocus])
  const submit = handleSubmit(async ({ password }) => {
    try {
      await resetPassword(email, otp, password)
      setDone(true)
      toast('success', 'Password reset successfully! Please login with your new password.', 'auth')
      after(LEAVE_DELAY, onDone)
    } catch (error) {
      const text = forgotMessage(error, 'Password reset failed. Please try again.')
      setError('root', { message: text })
      toast('error', text, 'auth')
      if (text.includes('OTP')) onOtpFault()
    }
  })
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <NewPasswordFields form={form} label="New password" required="New password required" />
      <FormError errors={formState.errors} />
      <Button type="submit" size="lg" busy={formState.isSubmitting || done}>
        Reset Password
      </Button>
    </Form>
  )
}

import { LIMITS } from '@haat/contract/rules'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import { forgotMessage, matchRules, newPasswordRules } from './auth-texts.ts'
import { resetPassword } from './auth.calls.ts'
import { useAfter } from './use-after.ts'

const LEAVE_MS = 1500

interface ForgotResetProps {
  email: string
  otp: string
  /** The server says that the OTP was at fault. */
  onOtpFault: () => void
  onDone: () => void
}

/** Step three: the new password. */
export function ForgotReset({ email, otp, onOtpFault, onDone }: ForgotResetProps) {
  const after = useAfter()
  const [done, setDone] = useState(false)
  const { register, handleSubmit, formState, getValues, setFocus } = useForm({
    defaultValues: { password: '', confirmation: '' },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('password'), [setFocus])
  const submit = handleSubmit(async ({ password }) => {
    try {
      await resetPassword(email, otp, password)
      setDone(true)
      toast('success', 'Password reset successfully! Please login with your new password.', 'auth')
      after(LEAVE_MS, onDone)
    } catch (error) {
      const text = forgotMessage(error, 'Password reset failed. Please try again.')
      toast('error', text, 'auth')
      if (text.includes('OTP')) onOtpFault()
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="New password"
        hint="At least 6 characters"
        autoComplete="new-password"
        maxLength={LIMITS.password_max}
        error={errors.password?.message}
        {...register('password', { ...newPasswordRules('New password required'), deps: ['confirmation'] })}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        maxLength={LIMITS.password_max}
        error={errors.confirmation?.message}
        {...register(
          'confirmation',
          matchRules(() => getValues('password')),
        )}
      />
      <Button type="submit" size="lg" busy={isSubmitting || done}>
        Reset Password
      </Button>
    </form>
  )
}

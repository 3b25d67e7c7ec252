import { useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { forgotMessage, otpRules } from './auth-texts.ts'
import { verifyOtp } from './auth.calls.ts'
import { OtpField } from './otp-field.tsx'

interface ForgotOtpProps {
  email: string
  onVerified: (otp: string) => void
  onChangeEmail: () => void
}

/** Step two: the OTP out of the mail. */
export function ForgotOtp({ email, onVerified, onChangeEmail }: ForgotOtpProps) {
  const { control, handleSubmit, formState, reset, setFocus } = useForm({ defaultValues: { otp: '' } })
  useEffect(() => setFocus('otp'), [setFocus])
  const submit = handleSubmit(async ({ otp }) => {
    try {
      await verifyOtp(email, otp)
      toast('success', 'OTP verified successfully!', 'auth')
      onVerified(otp)
    } catch (error) {
      toast('error', forgotMessage(error, 'Invalid or expired OTP. Please try again.'), 'auth')
      reset()
      setFocus('otp')
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <p>
        If <strong className="break-all">{email}</strong> has an account here, an OTP is on its way to it.
      </p>
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
    </form>
  )
}

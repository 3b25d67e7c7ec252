import { useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { ApiError, call, contract, messageOf } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import { otpRules } from '../auth/auth-form.ts'
import { OtpField } from '../auth/otp-field.tsx'

interface VerifyEmailDialogProps {
  /** The account's address; undefined until the profile is loaded. */
  email: string | undefined
  onClose: () => void
  onVerified: () => unknown
}

/** Asks for the code that is mailed to the account's address, before the customer's first order. */
export function VerifyEmailDialog({ email, onClose, onVerified }: VerifyEmailDialogProps) {
  const [sent, setSent] = useState(false)
  const [sending, setSending] = useState(false)
  const send = async (): Promise<void> => {
    setSending(true)
    try {
      const { message } = await call(contract.profile.sendEmailOtp, {})
      toast('success', message, 'checkout')
      setSent(true)
    } catch (error) {
      toast('error', messageOf(error, 'Failed to send OTP. Please try again.'), 'checkout')
    }
    setSending(false)
  }
  return (
    <Dialog open onClose={onClose} title="Verify your email">
      <p className="mb-5">
        Before your first order we check that your email reaches you:{' '}
        {sent ? 'enter the OTP that we sent to ' : 'we send an OTP to '}
        <strong className="break-all">{email ?? 'your email'}</strong>.
      </p>
      {sent ? (
        <OtpForm onVerified={onVerified} onResend={send} sending={sending} />
      ) : (
        <Button size="lg" busy={sending} onClick={send} className="w-full">
          Send OTP
        </Button>
      )}
    </Dialog>
  )
}

interface OtpFormProps {
  onVerified: () => unknown
  onResend: () => unknown
  sending: boolean
}

function OtpForm({ onVerified, onResend, sending }: OtpFormProps) {
  const { control, handleSubmit, formState, reset, setError, setFocus } = useForm({
    defaultValues: { otp: '' },
  })
  useEffect(() => setFocus('otp'), [setFocus])
  const submit = handleSubmit(async ({ otp }) => {
    try {
      const { message } = await call(contract.profile.verifyEmail, { body: { otp } })
      toast('success', message, 'checkout')
      onVerified()
    } catch (error) {
      const text = messageOf(error, 'Invalid or expired OTP. Please try again.')
      reset()
      setFocus('otp')
      if (error instanceof ApiError && error.status === 400) setError('otp', { message: text })
      else toast('error', text, 'checkout')
    }
  })
  return (
    <Form onSubmit={submit} className="grid gap-5">
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
        Verify and place order
      </Button>
      <Button variant="quiet" busy={sending} onClick={onResend}>
        Resend OTP
      </Button>
    </Form>
  )
}

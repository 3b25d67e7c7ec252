import { LIMITS } from '@haat/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { ApiError, call, contract, messageOf } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailField, PasswordField } from '../../ui/field.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import { emailRules, otpRules } from '../auth/auth-form.ts'
import { OtpField } from '../auth/otp-field.tsx'
import { profileQuery } from '../profile/profile.queries.ts'

interface VerifyEmailDialogProps {
  /** The account's address; undefined until the profile is loaded. */
  email: string | undefined
  onClose: () => void
  onVerified: () => unknown
}

/** Asks for the code that is mailed to the account's address, before the customer's first order. */
export function VerifyEmailDialog({ email, onClose, onVerified }: VerifyEmailDialogProps) {
  const [sent, setSent] = useState(false)
  const [changing, setChanging] = useState(false)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const send = async (): Promise<void> => {
    setSending(true)
    setFailure(null)
    try {
      const { message } = await call(contract.profile.sendEmailOtp, {})
      toast('success', message, 'checkout')
      setSent(true)
    } catch (error) {
      const text = messageOf(error, 'Failed to send OTP. Please try again.')
      setFailure(text)
      toast('error', text, 'checkout')
    }
    setSending(false)
  }
  if (changing) {
    const back = () => {
      setChanging(false)
      setSent(false)
    }
    return (
      <Dialog open onClose={onClose} title="Change your email">
        <EmailForm email={email ?? ''} onDone={back} />
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={onClose} title="Verify your email">
      <p className="mb-5">
        Before your first order we check that your email reaches you:{' '}
        {sent ? 'enter the OTP that we sent to ' : 'we send an OTP to '}
        <strong className="break-all">{email ?? 'your email'}</strong>.
      </p>
      {failure && (
        <Notice tone="bad" className="mb-5">
          {failure}
        </Notice>
      )}
      {sent ? (
        <OtpForm onVerified={onVerified} onResend={send} sending={sending} />
      ) : (
        <Button size="lg" busy={sending} onClick={send} className="w-full">
          Send OTP
        </Button>
      )}
      <Button variant="quiet" onClick={() => setChanging(true)} className="mt-2 w-full">
        Wrong address? Change it
      </Button>
    </Dialog>
  )
}

/** Corrects the address of the account, with its password. */
function EmailForm({ email, onDone }: { email: string; onDone: () => void }) {
  const queries = useQueryClient()
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { email, password: '' } })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (body) => {
    try {
      const { message } = await call(contract.profile.changeEmail, { body })
      await queries.invalidateQueries(profileQuery())
      toast('success', message, 'checkout')
      onDone()
    } catch (error) {
      const text = messageOf(error, 'The email could not be changed. Please try again.')
      if (error instanceof ApiError && error.status === 400) setError('password', { message: text })
      else toast('error', text, 'checkout')
    }
  })
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <EmailField error={errors.email?.message} {...register('email', emailRules)} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        maxLength={LIMITS.password_max}
        error={errors.password?.message}
        {...register('password', { required: 'Password is required' })}
      />
      <Button type="submit" size="lg" busy={isSubmitting}>
        Change email
      </Button>
      <Button variant="quiet" onClick={onDone}>
        Keep {email}
      </Button>
    </Form>
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

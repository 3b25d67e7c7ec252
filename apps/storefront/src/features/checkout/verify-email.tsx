import { LIMITS } from '@haat/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, call, contract, messageOf } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailField, PasswordField } from '../../ui/field.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { fieldOf, Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import { emailRules } from '../auth/auth-form.ts'
import { OtpForm } from '../auth/otp-form.tsx'
import { profileQuery } from '../profile/profile.queries.ts'

interface VerifyEmailDialogProps {
  /** The account's address; undefined until the profile is loaded. */
  email: string | undefined
  onClose: () => void
  onVerified: () => unknown
}

/** Asks for the code that is mailed to the account's address, before the customer's first order. */
export function VerifyEmailDialog({ email = 'your email', onClose, onVerified }: VerifyEmailDialogProps) {
  const [step, setStep] = useState<'unsent' | 'sent' | 'changing'>('unsent')
  const [failure, setFailure] = useState<string | null>(null)
  const send = async (): Promise<void> => {
    setFailure(null)
    try {
      const { message } = await call(contract.profile.sendEmailOtp, {})
      toast('success', message, 'checkout')
      setStep('sent')
    } catch (error) {
      const text = messageOf(error, 'Failed to send OTP. Please try again.')
      setFailure(text)
      toast('error', text, 'checkout')
    }
  }
  const verify = async (otp: string): Promise<void> => {
    const { message } = await call(contract.profile.verifyEmail, { body: { otp } })
    toast('success', message, 'checkout')
    onVerified()
  }
  if (step === 'changing') {
    return (
      <Dialog open onClose={onClose} title="Change your email">
        <EmailForm email={email} onDone={() => setStep('unsent')} />
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={onClose} title="Verify your email">
      <p className="mb-5">
        Before your first order we check that your email reaches you:{' '}
        {step === 'sent' ? 'enter the OTP that we sent to ' : 'we send an OTP to '}
        <strong className="break-all">{email}</strong>.
      </p>
      {failure && (
        <Notice tone="bad" className="mb-5">
          {failure}
        </Notice>
      )}
      {step === 'sent' ? (
        <OtpForm verify={verify} failureText={messageOf} toastStyle="checkout" label="Verify and place order">
          <Button variant="quiet" onClick={send}>
            Resend OTP
          </Button>
        </OtpForm>
      ) : (
        <Button size="lg" onClick={send} className="w-full">
          Send OTP
        </Button>
      )}
      <Button variant="quiet" onClick={() => setStep('changing')} className="mt-2 w-full">
        Wrong address? Change it
      </Button>
    </Dialog>
  )
}

/** Corrects the address of the account, with its password. */
function EmailForm({ email, onDone }: { email: string; onDone: () => void }) {
  const queries = useQueryClient()
  const form = useForm({ defaultValues: { email, password: '' } })
  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = await call(contract.profile.changeEmail, { body })
      await queries.invalidateQueries(profileQuery())
      toast('success', message, 'checkout')
      onDone()
    } catch (error) {
      const text = messageOf(error, 'The email could not be changed. Please try again.')
      if (error instanceof ApiError && error.status === 400) form.setError('password', { message: text })
      else toast('error', text, 'checkout')
    }
  })
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <EmailField {...fieldOf(form, 'email', emailRules)} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        maxLength={LIMITS.password_max}
        {...fieldOf(form, 'password', { required: 'Password is required' })}
      />
      <Button type="submit" size="lg" busy={form.formState.isSubmitting}>
        Change email
      </Button>
      <Button variant="quiet" onClick={onDone}>
        Keep {email}
      </Button>
    </Form>
  )
}

import { LIMITS } from '@haat/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, contract, messageOf } from '../../api/client.ts'
import { Button } from '@haat/ui/button'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailField, PasswordField } from '@haat/ui/field'
import { fieldOf } from '@haat/ui/form'
import { SubmitForm, useSubmitForm } from '../../ui/submit-form.tsx'
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
      {step === 'sent' ? (
        <OtpForm verify={verify} failureText={messageOf} toastStyle="checkout" label="Verify and place order">
          <Button variant="quiet" onClick={() => setStep('unsent')}>
            Resend OTP
          </Button>
        </OtpForm>
      ) : (
        <SendForm onSent={() => setStep('sent')} />
      )}
      <Button variant="quiet" onClick={() => setStep('changing')} className="mt-2 w-full">
        Wrong address? Change it
      </Button>
    </Dialog>
  )
}

function SendForm({ onSent }: { onSent: () => void }) {
  const form = useSubmitForm({
    toastStyle: 'checkout',
    defaultValues: {},
    send: () => call(contract.profile.sendEmailOtp, {}),
    success: ({ message }) => message,
    leave: { after: 0, to: onSent },
    failureText: (error) => messageOf(error, 'Failed to send OTP. Please try again.'),
  })
  return <SubmitForm form={form} label="Send OTP" />
}

/** Corrects the address of the account, with its password. */
function EmailForm({ email, onDone }: { email: string; onDone: () => void }) {
  const queries = useQueryClient()
  const form = useSubmitForm({
    toastStyle: 'checkout',
    defaultValues: { email, password: '' },
    send: async (body) => {
      const reply = await call(contract.profile.changeEmail, { body })
      await queries.invalidateQueries(profileQuery())
      return reply
    },
    success: ({ message }) => message,
    leave: { after: 0, to: onDone },
    failureText: (error) => messageOf(error, 'The email could not be changed. Please try again.'),
  })
  return (
    <SubmitForm
      form={form}
      label="Change email"
      foot={
        <Button variant="quiet" onClick={onDone}>
          Keep {email}
        </Button>
      }
    >
      <EmailField {...fieldOf(form, 'email', emailRules)} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        maxLength={LIMITS.password_max}
        {...fieldOf(form, 'password', { required: 'Password is required' })}
      />
    </SubmitForm>
  )
}

import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, contract, messageOf } from '../../api/client.ts'
import { useSettings } from '../../api/settings.queries.ts'
import { Button } from '@haat/ui/button'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailField, PasswordField } from '@haat/ui/field'
import { fieldOf } from '@haat/ui/form'
import { SubmitForm, useSubmitForm } from '../../ui/submit-form.tsx'
import { emailRules } from '../auth/auth-form.ts'
import { profileQuery } from '../profile/profile.queries.ts'
import { emailContact, phoneContact, VerifyContact } from '../profile/verify-contact.tsx'

interface VerifyEmailDialogProps {
  /** The account's address; undefined until the profile is loaded. */
  email: string | undefined
  onClose: () => void
  onVerified: () => unknown
}

/** Asks for the code that is sent to the account's mailbox or phone, before the customer's first order. */
export function VerifyEmailDialog({ email = '', onClose, onVerified }: VerifyEmailDialogProps) {
  const [step, setStep] = useState<'email' | 'phone' | 'changing'>('email')
  const phone = useQuery(profileQuery()).data?.phone_number
  const hasPhone = useSettings()?.phone_login && phone
  if (step === 'changing') {
    return (
      <Dialog open onClose={onClose} title={t`Change your email`}>
        <EmailForm email={email} onDone={() => setStep('email')} />
      </Dialog>
    )
  }
  const byPhone = step === 'phone' && phone
  return (
    <Dialog open onClose={onClose} title={byPhone ? t`Verify your phone number` : t`Verify your email`}>
      <VerifyContact
        key={step}
        contact={byPhone ? phoneContact(byPhone) : emailContact(email)}
        reason={
          byPhone
            ? t`Before your first order we check that your phone number is yours.`
            : t`Before your first order we check that your email reaches you.`
        }
        label={t`Verify and place order`}
        toastStyle="checkout"
        onVerified={onVerified}
      >
        {!byPhone && hasPhone && (
          <Button variant="quiet" onClick={() => setStep('phone')} className="mt-2 w-full">
            {t`Use my phone ${phone} instead`}
          </Button>
        )}
        {!byPhone && (
          <Button variant="quiet" onClick={() => setStep('changing')} className="mt-2 w-full">
            {t`Wrong address? Change it`}
          </Button>
        )}
      </VerifyContact>
    </Dialog>
  )
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
    failureText: (error) => messageOf(error, t`The email could not be changed. Please try again.`),
  })
  return (
    <SubmitForm
      form={form}
      label={t`Change email`}
      foot={<Button variant="quiet" onClick={onDone}>{t`Keep ${email}`}</Button>}
    >
      <EmailField {...fieldOf(form, 'email', emailRules)} />
      <PasswordField
        label={t`Password`}
        {...fieldOf(form, 'password', { required: t`Password is required` })}
      />
    </SubmitForm>
  )
}

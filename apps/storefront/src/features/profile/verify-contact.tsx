import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { call, contract, messageOf } from '../../api/client.ts'
import { SubmitForm, useSubmitForm } from '../../ui/submit-form.tsx'
import { toast, type ToastStyle } from '../../ui/toast.ts'
import { OtpForm } from '../auth/otp-form.tsx'

interface Contact {
  /** What the OTP is sent to. */
  to: string
  send: () => Promise<{ message: string }>
  verify: (otp: string) => Promise<{ message: string }>
}

export const emailContact = (to: string): Contact => ({
  to,
  send: () => call(contract.profile.sendEmailOtp, {}),
  verify: (otp) => call(contract.profile.verifyEmail, { body: { otp } }),
})

export const phoneContact = (to: string): Contact => ({
  to,
  send: () => call(contract.profile.sendPhoneOtp, {}),
  verify: (otp) => call(contract.profile.verifyPhone, { body: { otp } }),
})

interface VerifyContactProps {
  contact: Contact
  /** Why, in a sentence before the one that says where the OTP goes. */
  reason: string
  /** Of the button that sends the OTP back. */
  label?: string
  toastStyle?: ToastStyle
  onVerified: () => unknown
  children?: ReactNode
}

export function VerifyContact(props: VerifyContactProps) {
  const { contact, reason, label = t`Verify`, toastStyle = 'page', onVerified, children } = props
  const [isSent, setIsSent] = useState(false)
  const { to } = contact
  const form = useSubmitForm({
    toastStyle,
    defaultValues: {},
    send: contact.send,
    success: ({ message }) => message,
    leave: { after: 0, to: () => setIsSent(true) },
    failureText: (error) => messageOf(error, t`Failed to send OTP. Please try again.`),
  })
  const verify = async (otp: string): Promise<void> => {
    const { message } = await contact.verify(otp)
    toast('success', message, toastStyle)
    onVerified()
  }
  return (
    <>
      <p className="mb-5 wrap-anywhere">
        {reason} {!isSent && t`We send an OTP to ${to}.`}
      </p>
      {isSent ? (
        <OtpForm
          text={t`Enter the OTP that we sent to ${to}.`}
          failureText={messageOf}
          resend={contact.send}
          {...{ to, verify, toastStyle, label }}
        />
      ) : (
        <SubmitForm form={form} label={t`Send OTP`} />
      )}
      {children}
    </>
  )
}

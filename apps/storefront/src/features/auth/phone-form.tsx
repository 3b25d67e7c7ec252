import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, call, contract } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { TextField } from '@haat/ui/field'
import { fieldOf } from '@haat/ui/form'
import { SubmitForm, useSubmitForm } from '../../ui/submit-form.tsx'
import { dismissToasts, toast } from '../../ui/toast.ts'
import { type AuthState, loginByPhone, loginMessage, phoneRules, requiredRules } from './auth-form.ts'
import { OtpForm } from './otp-form.tsx'
import { useAfterLogin } from './use-after-login.ts'

const loggedIn = (): string => t`Logged in successfully!`

/** Why a right code has not logged in yet, by the code of the refusal. */
const UNNAMED = new Set<string | undefined>(['NAME_NEEDED', 'PHONE_UNPROVEN'])

/** Login with a code to the phone. A new number makes an account, which has a name. */
export function PhoneForm({ state }: { state: AuthState }) {
  const afterLogin = useAfterLogin(state)
  const navigate = useNavigate()
  const { phone = '' } = state
  const setPhone = (number: string) =>
    void navigate(paths.auth('phone'), { replace: true, state: { ...state, phone: number } })
  /** The right code of a number without an account, and what is to be known about that. */
  const [unnamed, setUnnamed] = useState<{ otp: string; notice: string | null } | null>(null)
  const [typed, setTyped] = useState('')
  const startAgain = () => {
    setTyped(phone)
    setPhone('')
    setUnnamed(null)
  }
  const verify = async (otp: string): Promise<void> => {
    try {
      await loginByPhone(phone, otp)
    } catch (error) {
      if (!(error instanceof ApiError) || !UNNAMED.has(error.code)) throw error
      // A refusal of an earlier try is not true any more.
      dismissToasts(0)
      return setUnnamed({ otp, notice: error.code === 'PHONE_UNPROVEN' ? error.message : null })
    }
    toast('success', loggedIn(), 'auth')
    afterLogin.prepare()
    await afterLogin.leave()
  }
  if (phone === '') return <PhoneNumber typed={typed} onSent={setPhone} />
  if (unnamed)
    return (
      <NewAccount
        notice={unnamed.notice}
        send={(name) => loginByPhone(phone, unnamed.otp, name).then(afterLogin.prepare)}
        onDone={afterLogin.leave}
        onOtpFault={startAgain}
      />
    )
  return (
    <div className="grid gap-5">
      <p>{t`Enter the OTP that we sent to ${phone}.`}</p>
      <OtpForm verify={verify} failureText={loginMessage} toastStyle="auth" label={t`Continue`}>
        <Button variant="quiet" onClick={startAgain}>{t`Change number / Resend`}</Button>
      </OtpForm>
    </div>
  )
}

function PhoneNumber({ typed, onSent }: { typed: string; onSent: (phone: string) => void }) {
  const form = useSubmitForm({
    toastStyle: 'auth',
    defaultValues: { phone_number: typed },
    send: (body) => call(contract.auth.sendPhoneOtp, { body }),
    success: ({ message }) => message,
    leave: { after: 0, to: ({ phone_number }) => onSent(phone_number.trim()) },
    failureText: (error) => loginMessage(error, t`Failed to send OTP. Please try again.`),
  })
  return (
    <SubmitForm form={form} label={t`Send OTP`}>
      <TextField
        label={t`Mobile number`}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        {...fieldOf(form, 'phone_number', phoneRules)}
      />
    </SubmitForm>
  )
}

interface NewAccountProps {
  notice: string | null
  send: (name: string) => Promise<void>
  onDone: () => Promise<void>
  /** The code is not good any more. */
  onOtpFault: () => void
}

function NewAccount({ notice, send, onDone, onOtpFault }: NewAccountProps) {
  const form = useSubmitForm({
    toastStyle: 'auth',
    defaultValues: { name: '' },
    send: async ({ name }) => {
      try {
        await send(name)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'OTP_INVALID') onOtpFault()
        throw error
      }
    },
    success: loggedIn(),
    leave: { after: 0, to: onDone },
    failureText: (error) => loginMessage(error, t`Signup failed. Please try again.`),
  })
  return (
    <SubmitForm form={form} label={t`Continue`}>
      <Notice tone={notice ? 'wait' : 'info'}>{notice ?? t`Your number is verified.`}</Notice>
      <TextField
        label={t`Full name`}
        autoComplete="name"
        maxLength={100}
        {...fieldOf(form, 'name', requiredRules(t`Full name is required`))}
      />
    </SubmitForm>
  )
}

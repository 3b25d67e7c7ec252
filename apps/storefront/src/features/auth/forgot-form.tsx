import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../paths.ts'
import type { AuthState } from './auth-state.ts'
import { ForgotEmail } from './forgot-email.tsx'
import { ForgotOtp } from './forgot-otp.tsx'
import { ForgotReset } from './forgot-reset.tsx'

/** A forgotten password in three steps: e-mail, OTP, new password. */
export function ForgotForm({ state }: { state: AuthState }) {
  const navigate = useNavigate()
  /** The OTP that the server has verified; known to this page only, so a reload asks for it again. */
  const [verified, setVerified] = useState<string | null>(null)
  const goTo = (next: AuthState) => {
    setVerified(null)
    void navigate(paths.auth('forgot'), { replace: true, state: { from: state.from, ...next } })
  }
  const { email = '', step } = state
  const startAgain = () => goTo({ email })
  if (step !== 'otp')
    return <ForgotEmail email={email} onSent={(sent) => goTo({ email: sent, step: 'otp' })} />
  if (verified === null) {
    return <ForgotOtp email={email} onVerified={setVerified} onChangeEmail={startAgain} />
  }
  return (
    <ForgotReset
      email={email}
      otp={verified}
      onOtpFault={startAgain}
      onDone={() => void navigate(paths.auth('login'), { replace: true, state: { from: state.from, email } })}
    />
  )
}

import { LIMITS } from '@haat/contract/rules'

export function otpMail({ shopName, name, code }: { shopName: string; name: string; code: string }) {
  const text = `Hello ${name},\n\nYour OTP is ${code}. It is valid for ${LIMITS.otp_minutes} minutes.\n\n${shopName}`
  return { subject: `Your ${shopName} OTP`, text, html: `<pre>${text}</pre>` }
}

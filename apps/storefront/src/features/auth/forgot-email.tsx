import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import { emailRules, forgotMessage } from './auth-texts.ts'
import { sendOtp } from './auth.calls.ts'

interface ForgotEmailProps {
  email: string
  onSent: (email: string) => void
}

/** Step one: where the OTP goes. */
export function ForgotEmail({ email, onSent }: ForgotEmailProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email } })
  const submit = handleSubmit(async (values) => {
    const address = values.email.trim()
    try {
      await sendOtp(address)
      toast('success', 'OTP sent to your email!', 'auth')
      onSent(address)
    } catch (error) {
      toast('error', forgotMessage(error, 'Failed to send OTP. Please try again.'), 'auth')
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={254}
        error={formState.errors.email?.message}
        {...register('email', emailRules)}
      />
      <Button type="submit" size="lg" busy={formState.isSubmitting}>
        Send OTP
      </Button>
    </form>
  )
}

import { t } from '@lingui/core/macro'
import { LIMITS } from '@haat/contract/rules'
import { OTPInput, REGEXP_ONLY_DIGITS } from 'input-otp'
import { Mail, Smartphone } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { cx } from '@haat/ui/cx'
import { Button } from '@haat/ui/button'
import { describedBy, Field } from '@haat/ui/field'
import { Form } from '@haat/ui/form'
import { useTimeout } from '../../lib/use-timeout.ts'
import { Stressed } from '../../ui/stressed.tsx'
import { toast, type ToastStyle } from '../../ui/toast.ts'
import { otpRules } from './auth-form.ts'

interface OtpFormProps {
  /** What the OTP was sent to. */
  to: string
  /** The sentence that says so. */
  text: string
  /** Throws when the OTP is refused. */
  verify: (otp: string) => Promise<void>
  failureText: (error: unknown, fallback: string) => string
  toastStyle: ToastStyle
  label: string
  resend?: () => Promise<{ message: string }>
  /** Below the button. */
  children?: ReactNode
}

/** Asks for an OTP, which its last digit sends. One that is refused is cleared, and the field says why; of a login a toast, too. */
export function OtpForm(props: OtpFormProps) {
  const { to, text, verify, failureText, toastStyle, label, resend, children } = props
  const { control, handleSubmit, formState, reset, setError, setFocus } = useForm({
    defaultValues: { otp: '' },
  })
  useEffect(() => setFocus('otp'), [setFocus])
  const form = useRef<HTMLFormElement>(null)
  const SentTo = to.includes('@') ? Mail : Smartphone
  const submit = handleSubmit(async ({ otp }) => {
    try {
      await verify(otp)
    } catch (error) {
      const message = failureText(error, t`Invalid or expired OTP. Please try again.`)
      if (toastStyle === 'auth') toast('error', message, 'auth')
      reset()
      setError('otp', { message }, { shouldFocus: true })
    }
  })
  return (
    <Form ref={form} onSubmit={submit} className="grid gap-5">
      <p className="flex items-center gap-3 rounded-md bg-peacock-tint px-4 py-3">
        <SentTo aria-hidden className="size-6 shrink-0 text-peacock" />
        <span className="min-w-0 wrap-anywhere">
          <Stressed text={text} part={to} />
        </span>
      </p>
      <Controller
        name="otp"
        control={control}
        rules={otpRules}
        render={({ field, fieldState }) => (
          <OtpField
            ref={field.ref}
            value={field.value}
            onChange={field.onChange}
            onComplete={() => form.current?.requestSubmit()}
            error={fieldState.error?.message}
          />
        )}
      />
      <Button type="submit" size="lg" busy={formState.isSubmitting}>
        {label}
      </Button>
      <div className="flex flex-wrap justify-center gap-x-2">
        {children}
        {resend && <Resend {...{ resend, failureText, toastStyle }} />}
      </div>
    </Form>
  )
}

/** Seconds in which an OTP should have come. */
const PATIENCE = 30

/** Sends another OTP, once the first has had its time. */
function Resend(props: Required<Pick<OtpFormProps, 'resend' | 'failureText' | 'toastStyle'>>) {
  const { resend, failureText, toastStyle } = props
  const [left, setLeft] = useState(PATIENCE)
  const wait = useTimeout()
  useEffect(() => {
    if (left > 0) wait(1000, () => setLeft(left - 1))
  }, [left, wait])
  const again = async () => {
    try {
      toast('success', (await resend()).message, toastStyle)
      setLeft(PATIENCE)
    } catch (error) {
      toast('error', failureText(error, t`Failed to send OTP. Please try again.`), toastStyle)
    }
  }
  return (
    <Button variant="quiet" size="sm" className="figures" disabled={left > 0} onClick={again}>
      {left > 0 ? t`Resend OTP in ${left} s` : t`Resend OTP`}
    </Button>
  )
}

interface OtpFieldProps {
  ref: Ref<HTMLInputElement>
  value: string
  onChange: (otp: string) => void
  onComplete: () => void
  error?: string
}

/** Six boxes drawn over one input, so that paste, autofill and screen readers work. */
function OtpField({ error, ...input }: OtpFieldProps) {
  const id = useId()
  const hint = t`OTP is valid for ${LIMITS.otp_minutes} minutes.`
  return (
    <Field id={id} label={t`OTP`} error={error} hint={hint}>
      <OTPInput
        {...input}
        id={id}
        maxLength={LIMITS.otp_digits}
        pattern={REGEXP_ONLY_DIGITS}
        pasteTransformer={(text) => text.replace(/\D/g, '')}
        inputMode="numeric"
        autoComplete="one-time-code"
        // The default widens the input for password managers, and with it the page.
        pushPasswordManagerStrategy="none"
        noScriptCSSFallback={null}
        {...describedBy(id, error, hint)}
        containerClassName="flex gap-2 sm:gap-3"
        render={({ slots, isFocused }) =>
          slots.map(({ char, isActive }, index) => (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- the boxes never move
              key={index}
              data-otp-box
              className={cx(
                'figures flex h-14 min-w-0 flex-1 items-center justify-center rounded-md border bg-card text-2xl font-bold',
                error ? 'border-brick' : 'border-line-strong',
                isFocused && isActive && 'border-peacock outline-3 outline-peacock',
              )}
            >
              {char}
            </span>
          ))
        }
      />
    </Field>
  )
}

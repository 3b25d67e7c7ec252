import { LIMITS } from '@haat/contract/rules'
import { OTPInput, REGEXP_ONLY_DIGITS } from 'input-otp'
import type { Ref } from 'react'
import { cx } from '../../lib/cx.ts'
import { describedBy, Field } from '../../ui/field.tsx'

const ID = 'otp'

interface OtpFieldProps {
  ref: Ref<HTMLInputElement>
  value: string
  onChange: (otp: string) => void
  error?: string
}

/** Six boxes drawn over one input, so that paste, autofill and screen readers work. */
export function OtpField({ ref, value, onChange, error }: OtpFieldProps) {
  const hint = `OTP is valid for ${LIMITS.otp_minutes} minutes.`
  return (
    <Field id={ID} label="OTP" error={error} hint={hint}>
      <OTPInput
        ref={ref}
        id={ID}
        value={value}
        onChange={onChange}
        maxLength={LIMITS.otp_digits}
        pattern={REGEXP_ONLY_DIGITS}
        pasteTransformer={(text) => text.replace(/\D/g, '')}
        inputMode="numeric"
        autoComplete="one-time-code"
        // The default widens the input for password managers, and with it the page.
        pushPasswordManagerStrategy="none"
        noScriptCSSFallback={null}
        {...describedBy(ID, error, hint)}
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

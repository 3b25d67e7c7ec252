import { Badge } from '@haat/ui/badge'
import { CreditCard, type LucideIcon, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'

interface PaymentLabelProps {
  icon?: LucideIcon
  text: string
  /** What it takes, such as `Cards`. */
  marks?: readonly string[]
  children?: ReactNode
}

/** A way to pay, as the label of its choice. */
export function PaymentLabel({ icon, text, marks = [], children }: PaymentLabelProps) {
  const Icon = icon ?? (marks.includes('Cards') ? CreditCard : Smartphone)
  return (
    <>
      <span className="flex items-center gap-2 font-semibold">
        <Icon aria-hidden className="size-5 text-peacock" />
        {text}
      </span>
      <span className="block text-sm text-ink-soft">
        {children}
        {marks.length > 0 && (
          <span className="mt-2 flex flex-wrap gap-1.5">
            {marks.map((mark) => (
              <Badge key={mark}>{mark}</Badge>
            ))}
          </span>
        )}
      </span>
    </>
  )
}

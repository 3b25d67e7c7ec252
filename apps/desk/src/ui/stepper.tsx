import { IconButton } from '@haat/ui/button'
import { Minus, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'

interface StepperProps {
  /** What is counted, for screen readers. */
  name: string
  value: number
  max?: number
  /** What zero does where it takes the thing away. */
  removes?: string
  onChange: (value: number) => void
  children: ReactNode
}

export function Stepper({ name, value, max, removes, onChange, children }: StepperProps) {
  const Less = removes && value === 1 ? Trash2 : Minus
  return (
    <span className="inline-flex shrink-0 items-center gap-1">
      <IconButton
        label={removes && value === 1 ? removes : `One less of ${name}`}
        disabled={value <= 0}
        onClick={() => onChange(value - 1)}
        className="border-line-strong!"
        icon={Less}
        size="sm"
      />
      {children}
      <IconButton
        label={`One more of ${name}`}
        disabled={max !== undefined && value >= max}
        onClick={() => onChange(value + 1)}
        className="border-line-strong!"
        icon={Plus}
        size="sm"
      />
    </span>
  )
}

import { Minus, Plus } from 'lucide-react'
import { IconButton } from './button.tsx'

interface QuantityStepperProps {
  value: number
  min?: number
  max?: number
  onChange: (value: number) => void
  /** Read out by screen readers. */
  label: string
}

/** A quantity between a minus and a plus button. */
export function QuantityStepper({ value, min = 1, max = 999, onChange, label }: QuantityStepperProps) {
  return (
    <div
      role="group"
      aria-label={label}
      className="inline-flex items-center rounded-full border border-line-strong bg-card"
    >
      <IconButton label="Decrease quantity" disabled={value <= min} onClick={() => onChange(value - 1)}>
        <Minus aria-hidden className="size-4" />
      </IconButton>
      <output aria-live="polite" className="figures min-w-8 text-center font-semibold">
        {value}
      </output>
      <IconButton label="Increase quantity" disabled={value >= max} onClick={() => onChange(value + 1)}>
        <Plus aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

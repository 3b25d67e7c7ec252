import type { FormEvent } from 'react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

interface PriceRangeProps {
  /** Rupees as typed; empty for none. */
  min: string
  max: string
  onChange: (min: string, max: string) => void
}

const digits = (text: string): string => text.replace(/\D/g, '').slice(0, 8)

/** Lowest and highest price, taken over on Enter or by the button. */
export function PriceRange({ min, max, onChange }: PriceRangeProps) {
  const [draft, setDraft] = useState({ min, max })
  const apply = () => {
    if (draft.min !== min || draft.max !== max) onChange(draft.min, draft.max)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply()
  }
  const box = (name: 'min' | 'max', label: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      placeholder="₹"
      value={draft[name]}
      onChange={(event) => setDraft({ ...draft, [name]: digits(event.target.value) })}
    />
  )
  return (
    <form onSubmit={submit}>
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">Price</legend>
        <div className="grid grid-cols-2 gap-2">
          {box('min', 'Min price')}
          {box('max', 'Max price')}
        </div>
        <Button type="submit" variant="outline" size="sm" className="mt-2 w-full">
          Apply price
        </Button>
      </fieldset>
    </form>
  )
}

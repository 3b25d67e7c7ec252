import { Combobox as Base } from '@base-ui/react/combobox'
import { describedBy, Field, inputClass } from '@haat/ui/field'
import { cx } from '@haat/ui/cx'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, useId, useState } from 'react'

interface ComboboxProps {
  label: string
  items: readonly string[]
  /** Empty for none. */
  value: string
  onChange: (value: string) => void
  /** Makes a new item of what was typed. */
  onAdd?: ((value: string) => void) | undefined
  error?: string | undefined
  hint?: ReactNode
  placeholder?: string
  /** The input, for whoever focuses what is wrong. */
  ref?: Ref<HTMLInputElement> | undefined
}

/** A field that finds one of many by what is typed. */
export function Combobox(props: ComboboxProps) {
  const { label, items, value, onChange, onAdd, error, hint, placeholder, ref } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  const find = (text: string) => items.find((item) => item.toLowerCase() === text.toLowerCase())
  const isKnown = (text: string) => find(text) !== undefined
  const added = onAdd && typed.trim() !== '' && !isKnown(typed.trim()) ? [typed.trim()] : []
  return (
    <Base.Root
      items={[...items, ...added]}
      value={value === '' ? null : value}
      onInputValueChange={setTyped}
      onValueChange={(next: string | null) =>
        next !== null && added.includes(next) ? onAdd?.(next) : onChange(next ?? '')
      }
    >
      <Field {...{ id, label, error, hint }}>
        <div className="relative">
          <Base.Input
            ref={ref}
            id={id}
            // Who types it in full need not pick it from the list.
            onBlur={() => {
              const found = find(typed.trim())
              if (found !== undefined && found !== value) onChange(found)
            }}
            placeholder={placeholder}
            {...describedBy(id, error, hint)}
            className={cx(inputClass(Boolean(error)), 'pr-11')}
          />
          <Base.Trigger
            aria-label={`Show ${label.toLowerCase()}`}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center"
          >
            <ChevronDown aria-hidden className="size-5" />
          </Base.Trigger>
        </div>
      </Field>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50 outline-none">
          <Base.Popup className="max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-md border border-line-strong bg-card p-1.5 shadow-lg">
            <Base.Empty className="px-3 py-2 text-sm text-ink-soft empty:hidden">Nothing found</Base.Empty>
            <Base.List>
              {(item: string) => (
                <Base.Item
                  key={item}
                  value={item}
                  className="flex min-h-11 cursor-pointer items-center gap-2 rounded-sm px-3 outline-none select-none data-highlighted:bg-peacock-tint"
                >
                  <span className="min-w-0 flex-1">{isKnown(item) ? item : `Add “${item}”`}</span>
                  <Base.ItemIndicator>
                    <Check aria-hidden className="size-4 text-peacock" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

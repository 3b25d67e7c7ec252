import { Combobox as Base } from '@base-ui/react/combobox'
import { Button } from '@haat/ui/button'
import { describedBy, Field, inputClass } from '@haat/ui/field'
import { cx } from '@haat/ui/cx'
import { Check, ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'

interface ComboboxProps {
  label: string
  items: readonly string[]
  /** Empty for none. */
  value: string
  onChange: (value: string) => void
  /** Makes a new item of what was typed. */
  onAdd?: ((value: string) => void) | undefined
  error?: string | undefined
  placeholder?: string
}

/** The item that somebody means who types it, or its last part where no other ends so. */
function itemNamed(items: readonly string[], text: string): string | undefined {
  const name = text.toLowerCase()
  const ending = items.filter((item) => item.toLowerCase().endsWith(`> ${name}`))
  return items.find((item) => item.toLowerCase() === name) ?? (ending.length === 1 ? ending[0] : undefined)
}

/** A field that finds one of many by what is typed. */
export function Combobox({ label, items, value, onChange, onAdd, error, placeholder }: ComboboxProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [unknown, setUnknown] = useState('')
  const isKnown = (text: string) => items.some((item) => item.toLowerCase() === text.toLowerCase())
  const added = onAdd && typed.trim() !== '' && !isKnown(typed.trim()) ? [typed.trim()] : []
  // The field is emptied before it is left.
  const lastTyped = useRef('')
  /** What is typed in full and left is chosen. */
  const leave = (): void => {
    const text = lastTyped.current.trim()
    const found = itemNamed(items, text)
    if (found !== undefined) onChange(found)
    else setUnknown(text)
    lastTyped.current = ''
  }
  const shownError = unknown === '' ? error : `“${unknown}” is not in the list.`
  return (
    <Base.Root
      items={[...items, ...added]}
      value={value === '' ? null : value}
      onInputValueChange={(text, { reason }) => {
        setTyped(text)
        if (reason === 'input-change') lastTyped.current = text
      }}
      onOpenChange={() => setUnknown('')}
      onValueChange={(next: string | null) => {
        lastTyped.current = ''
        if (next !== null && added.includes(next)) onAdd?.(next)
        else onChange(next ?? '')
      }}
    >
      <Field {...{ id, label, error: shownError }}>
        <div className="relative">
          <Base.Input
            id={id}
            placeholder={placeholder}
            onBlur={leave}
            {...describedBy(id, shownError)}
            className={cx(inputClass(Boolean(shownError)), 'pr-11')}
          />
          <Base.Trigger
            aria-label={`Show ${label.toLowerCase()}`}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center"
          >
            <ChevronDown aria-hidden className="size-5" />
          </Base.Trigger>
        </div>
      </Field>
      {unknown !== '' && onAdd && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => {
            onAdd(unknown)
            setUnknown('')
          }}
        >
          Add “{unknown}”
        </Button>
      )}
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

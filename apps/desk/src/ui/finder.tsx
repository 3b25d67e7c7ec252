import { TextField } from '@haat/ui/field'
import { type ComponentProps, useState } from 'react'
import { Thumbnail } from './thumbnail.tsx'

export interface Found {
  id: number
  name: string
  note: string
  /** Of a product; left out for what has none. */
  media_url?: string | null
  /** At the end of its row. */
  end?: string
}

interface FinderProps<Row extends Found> extends Omit<
  ComponentProps<typeof TextField>,
  'value' | 'onChange'
> {
  value: string
  onChange: (text: string) => void
  /** What is found by the text as it is now; undefined until that is known. */
  found: readonly Row[] | undefined
  /** What is said where nothing is. */
  nothing: string
  onChoose: (row: Row) => void
}

/** A field, and below it what is found by what is typed, to choose from. */
export function Finder<Row extends Found>(props: FinderProps<Row>) {
  const { value, onChange, found, nothing, onChoose, ...field } = props
  const [isOpen, setIsOpen] = useState(value !== '')
  const shown = isOpen && value.trim() !== '' ? found : undefined
  return (
    <div>
      <TextField
        autoComplete="off"
        {...field}
        value={value}
        onChange={({ target }) => {
          setIsOpen(true)
          onChange(target.value)
        }}
        onKeyDown={(event) => {
          const [first] = shown ?? []
          if (event.key === 'Enter') {
            // It chooses what is found first, and never sends the form around it.
            event.preventDefault()
            if (!first) return
            setIsOpen(false)
            onChoose(first)
          }
          if (event.key !== 'Escape' || !shown) return
          // It closes the list alone, not the dialog around it.
          event.stopPropagation()
          setIsOpen(false)
        }}
      />
      {shown && shown.length > 0 && (
        <ul
          aria-label={`Found for ${value}`}
          className="mt-1 divide-y divide-line rounded-md border border-line"
        >
          {shown.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                onClick={() => {
                  setIsOpen(false)
                  onChoose(row)
                }}
                className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-left hover:bg-peacock-tint"
              >
                {row.media_url !== undefined && <Thumbnail url={row.media_url} />}
                <span className="min-w-0 flex-1">
                  {row.name}
                  <span className="block text-sm text-ink-soft figures">{row.note}</span>
                </span>
                <span className="font-semibold figures">{row.end}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown?.length === 0 && (
        <p role="status" className="mt-1 text-sm text-ink-soft">
          {nothing}
        </p>
      )}
    </div>
  )
}

import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { TextField } from '@haat/ui/field'
import { type ComponentProps, useState } from 'react'
import { Thumbnail } from './thumbnail.tsx'

export interface Found {
  id: number
  name: string
  note: string
  /** Of a product; left out for what has none. */
  media_url?: string | null
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
    <Base.Root
      mode="none"
      autoHighlight="always"
      items={shown ?? []}
      itemToStringValue={({ name }) => name}
      value={value}
      onValueChange={(text, { reason }) => {
        if (reason !== 'input-change') return
        setIsOpen(true)
        onChange(text)
      }}
      open={shown !== undefined && shown.length > 0}
      // Several lists can be open: only Escape closes one that nothing is chosen of.
      onOpenChange={(_, { reason }) => reason === 'escape-key' && setIsOpen(false)}
    >
      <div>
        <Base.Input
          render={<TextField {...field} />}
          // It never sends the form around it.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        {shown && shown.length > 0 && (
          <Base.List
            aria-label={`Found for ${value}`}
            className="mt-1 divide-y divide-line rounded-md border border-line"
          >
            {(row: Row) => (
              <Base.Item
                key={row.id}
                value={row}
                onClick={() => {
                  setIsOpen(false)
                  onChoose(row)
                }}
                className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1.5 data-highlighted:bg-peacock-tint"
              >
                {row.media_url !== undefined && <Thumbnail url={row.media_url} />}
                <span className="min-w-0 flex-1">
                  {row.name}
                  <span className="block text-sm text-ink-soft figures">{row.note}</span>
                </span>
                <span className="font-semibold figures">{row.end}</span>
              </Base.Item>
            )}
          </Base.List>
        )}
        {shown?.length === 0 && (
          <p role="status" className="mt-1 text-sm text-ink-soft">
            {nothing}
          </p>
        )}
      </div>
    </Base.Root>
  )
}

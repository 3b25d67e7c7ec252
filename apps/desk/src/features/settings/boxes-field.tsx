/** Small boxes of an icon, a title and a text, as the home page and products have them. */
import { Button, IconButton } from '@haat/ui/button'
import { choicesOf, Select, TextField } from '@haat/ui/field'
import { Plus, Trash2 } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'

/** What a setting calls the text below a title. */
const TEXTS = { services: 'note', info_cards: 'text' } as const
type BoxesPath = keyof typeof TEXTS
export type Box = Record<string, string>

export const isBoxes = (path: string): path is BoxesPath => Object.hasOwn(TEXTS, path)

const ICONS = choicesOf({
  ...{ truck: 'Lorry', undo: 'Arrow back', wallet: 'Wallet' },
  ...{ headset: 'Headset', shield: 'Shield', globe: 'Globe' },
})

interface BoxesFieldProps {
  path: BoxesPath
  label: string
  form: UseFormReturn<Record<string, string>>
}

/** Their JSON is the value of the form's field; it is empty for the texts that follow the other settings. */
export function BoxesField({ path, label, form }: BoxesFieldProps) {
  const typed = form.watch(path) ?? ''
  const boxes: Box[] = typed ? JSON.parse(typed) : []
  const set = (next: Box[] | null) =>
    form.setValue(path, next ? JSON.stringify(next, null, 2) : '', { shouldDirty: true, shouldTouch: true })
  const change = (at: number, part: Box) => set(boxes.with(at, { ...boxes[at], ...part }))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      {typed === '' && <p className="text-sm text-ink-soft">Saved so, they follow your other settings.</p>}
      {boxes.map((box, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- boxes have no id, and are neither sorted nor filtered
        <div
          key={at}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 rounded-md border border-line p-3"
        >
          <TextField
            label={`Title ${at + 1}`}
            value={box['title'] ?? ''}
            maxLength={60}
            onChange={(event) => change(at, { title: event.target.value })}
          />
          <IconButton
            label={`Remove box ${at + 1}`}
            onClick={() => set(boxes.toSpliced(at, 1))}
            icon={Trash2}
          />
          <TextField
            label="Text below it"
            value={box[TEXTS[path]] ?? ''}
            maxLength={200}
            onChange={(event) => change(at, { [TEXTS[path]]: event.target.value })}
            className="col-span-2"
          />
          <Select
            label="Icon"
            options={ICONS}
            value={box['icon'] ?? ''}
            onChange={(event) => change(at, { icon: event.target.value })}
            className="col-span-2"
          />
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          icon={Plus}
          variant="outline"
          size="sm"
          onClick={() => set([...boxes, { icon: 'truck', title: '', [TEXTS[path]]: '' }])}
        >
          Add a box
        </Button>
        {typed !== '' && (
          <Button variant="quiet" size="sm" onClick={() => set(null)}>
            Use the usual ones
          </Button>
        )}
      </div>
    </fieldset>
  )
}

import { Button } from '@haat/ui/button'
import { TextField } from '@haat/ui/field'
import { Form } from '@haat/ui/form'
import { useState } from 'react'
import { shortMoment } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'

interface NotesCardProps {
  notes: readonly { id: number; text: string; staff_name: string; at: Date }[]
  /** Without it, notes can only be read. @returns whether it is stored */
  add?: ((text: string) => Promise<boolean>) | undefined
}

/** What the staff noted; customers never see it. */
export function NotesCard({ notes, add }: NotesCardProps) {
  const [text, setText] = useState('')
  return (
    <Card title="Notes of the staff">
      {add && (
        <Form
          className="mb-3 flex items-end gap-2"
          onSubmit={async () => {
            if (text.trim() !== '' && (await add(text.trim()))) setText('')
          }}
        >
          <TextField
            label="Note"
            labelHidden
            className="flex-1"
            placeholder="Customers never see it"
            maxLength={500}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" variant="outline">
            Add
          </Button>
        </Form>
      )}
      {notes.length === 0 && <p className="text-ink-soft">Nothing noted yet.</p>}
      <ul className="grid gap-3">
        {notes.map((note) => (
          <li key={note.id}>
            <p>{note.text}</p>
            <p className="text-sm text-ink-soft">
              {note.staff_name}, {shortMoment(note.at)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

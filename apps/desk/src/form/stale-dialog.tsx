import { Button } from '@haat/ui/button'
import { RadioGroup } from '@haat/ui/choice'
import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Dialog } from '../ui/dialog.tsx'
import { mergeEdits } from './merge.ts'
import type { EditForm } from './use-edit-form.ts'

interface StaleDialogProps<Values extends FieldValues> {
  stale: NonNullable<EditForm<Values>['stale']>
  labels: Readonly<Record<string, string>>
  /** What a value of a choice is called. */
  nameOf?: (name: string, value: unknown) => string | undefined
}

/** Lists as what their rows say. */
function shown(value: unknown): string {
  if (value === '' || value == null) return 'empty'
  if (Array.isArray(value)) return value.map(shown).join('; ') || 'empty'
  if (typeof value !== 'object') return String(value)
  const { id: _, ...parts } = value as Record<string, unknown>
  return Object.values(parts).filter(Boolean).join(' ')
}

/** Of two lists the rows that the other one lacks. */
function rest(value: unknown, other: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(other)) return value
  const others = new Set(other.map((row) => JSON.stringify(row)))
  return value.filter((row) => !others.has(JSON.stringify(row)))
}

type Side = 'theirs' | 'mine'

/** Somebody else has stored a change since: shows theirs and mine, and saves what is chosen. */
export function StaleDialog<Values extends FieldValues>({ stale, labels, nameOf }: StaleDialogProps<Values>) {
  const { before, theirs, mine } = stale
  const { fields, values } = mergeEdits<Values>(before, theirs.values, mine)
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const conflicts = fields.filter(({ isConflict }) => isConflict)
  const say = (name: string, value: unknown): ReactNode =>
    typeof value === 'string' && value.startsWith('/media/') ? (
      <img src={value} alt={value} className="inline-block h-14 rounded-sm" />
    ) : (
      (nameOf?.(name, value) ?? shown(value))
    )
  const isDecided = conflicts.every(({ name }) => chosen[name] !== undefined)
  const save = () => {
    const kept = conflicts.filter(({ name }) => chosen[name] === 'theirs').map(({ name }) => name)
    return stale.resolve({
      ...values,
      ...Object.fromEntries(kept.map((name) => [name, theirs.values[name]])),
    })
  }
  return (
    <Dialog
      onClose={stale.close}
      title="Somebody else has changed this"
      text={
        conflicts.length > 0
          ? 'Nothing is overwritten. Choose what counts where you both changed the same.'
          : 'You changed different fields: both changes can stay.'
      }
      cancel="Go on editing"
      footer={
        <Button onClick={save} disabled={!isDecided}>
          Save
        </Button>
      }
    >
      {fields.map(({ name, isConflict, theirs, mine }) =>
        isConflict ? (
          <RadioGroup<Side>
            key={name}
            legend={labels[name] ?? name}
            value={chosen[name] ?? null}
            onChange={(side) => setChosen({ ...chosen, [name]: side })}
            options={[
              { value: 'theirs', label: <>Theirs: {say(name, rest(theirs, mine))}</> },
              { value: 'mine', label: <>Yours: {say(name, rest(mine, theirs))}</> },
            ]}
          />
        ) : (
          <p key={name}>
            <span className="block text-sm font-semibold">{labels[name] ?? name}</span>
            {say(name, values[name])}
          </p>
        ),
      )}
    </Dialog>
  )
}

/** A dialog about an act: its fields come from the act's schemas, what is typed is kept and checked as in every form. */
import type { AnyAct } from '@haat/contract/staff/act'
import { Checkbox } from '@haat/ui/choice'
import { PasswordField, Select, TextArea, TextField } from '@haat/ui/field'
import { fieldOf } from '@haat/ui/form'
import { type ReactNode, useId, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CallInput, CallReply } from '../api/client.ts'
import { useActs } from '../api/use-act.ts'
import { useDialog } from '../ui/dialogs.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { PictureField } from './picture-field.tsx'
import { type ActField, type FieldKind, fieldsOf, inputOf, type Typed, typedOf } from './act-fields.ts'
import { FormDialog } from './edit-form.tsx'
import { ProductField } from './product-field.tsx'
import { StaleDialog } from './stale-dialog.tsx'
import { type Stored, useEditForm } from './use-edit-form.ts'

/** How a field is called where the act's own words do not fit. */
export interface FieldTexts {
  label?: string
  /** Null for none. */
  hint?: ReactNode
  options?: readonly { value: string; label: string }[]
  initial?: unknown
  isLong?: boolean
  /** Of a picture: the shape to which it can be cropped, width to height. */
  aspect?: number
  ifChanged?: boolean
  /** It names a product, which is found while one types. */
  isProduct?: boolean
  /** What is proposed, besides anything else. */
  proposals?: readonly string[]
  /** Another field, and what it becomes of this one if it is empty when this one is left. */
  fills?: { name: string; of: (text: string) => string }
}

interface ActDialogProps<A extends AnyAct> {
  act: A
  title: string
  text?: ReactNode
  button: string
  /** What is known already. */
  given?: Partial<CallInput<A>>
  /** The fields that are asked for, in this order; all that are not given without. */
  fields?: Record<string, FieldTexts>
  /** The version that it changes. */
  version?: string | null
  /** Loads the fields as they are stored now, after somebody else has changed them. */
  reload?: () => Promise<Stored<Record<string, FieldTexts>>>
  /** Nothing is stored yet: what `set` has at first is sent too. */
  isNew?: boolean
  /** What has to be typed before the button works: it loses that for good. */
  asksName?: string
  other?: ReactNode
  /** Below the fields, from what is typed. */
  preview?: (typed: Typed) => ReactNode
  done: (reply: CallReply<A>) => string
  onClose: () => void
  /** Gets the reply; without it the dialog closes. */
  onDone?: (reply: CallReply<A>) => void
}

/** Asks about an act in a dialog; `onDone` gets the reply once it is closed. */
export function useAsk() {
  const open = useDialog()
  return <A extends AnyAct>({ onDone, ...about }: Omit<ActDialogProps<A>, 'onClose'>): void =>
    open((close) => (
      <ActDialog<A>
        // The rest of what an act's dialog takes is what it takes without these two.
        {...(about as ActDialogProps<A>)}
        onClose={close}
        onDone={(reply) => {
          close()
          onDone?.(reply)
        }}
      />
    ))
}

/** A field that is chosen, by what it is where it is typed. */
const CHOSEN: Partial<Record<FieldKind, FieldKind>> = { list: 'one_of_list', number: 'number' }

type Drawn = ActField &
  Pick<FieldTexts, 'initial' | 'isLong' | 'isProduct' | 'proposals' | 'aspect' | 'fills'> & {
    note: ReactNode
  }

function drawnFields(act: AnyAct, given: object, texts?: Record<string, FieldTexts>): Drawn[] {
  const all = fieldsOf(act).filter(({ name }) => !(name in given))
  const names = texts ? Object.keys(texts) : all.map(({ name }) => name)
  return names.flatMap((name) => {
    const field = all.find((one) => one.name === name)
    if (!field) throw new Error(`${act.command} has no field ${name}.`)
    const { hint = field.hint, ...text } = texts?.[name] ?? {}
    const kind = text.options ? (CHOSEN[field.kind] ?? 'choice') : field.kind
    return [{ ...field, ...text, kind, note: hint ?? undefined }]
  })
}

const typedIn = (fields: readonly Drawn[]): Typed =>
  Object.fromEntries(fields.map(({ name, kind, initial }) => [name, typedOf(kind, initial)]))

export function ActDialog<A extends AnyAct>(props: ActDialogProps<A>) {
  const { act, title, text, button, given = {}, isNew, preview, done, onClose, onDone = onClose } = props
  const { version = null, reload, asksName, other } = props
  const [name, setName] = useState('')
  const { send } = useActs()
  // What the act takes does not change while its dialog is open.
  const [{ fields, before }] = useState(() => {
    const drawn = drawnFields(act, given, props.fields)
    return { fields: drawn, before: typedIn(drawn) }
  })
  const edit = useEditForm<Typed>({
    // A secret is never kept on the device.
    draftKey: fields.some(({ kind }) => kind === 'secret') ? null : `${act.command}:${JSON.stringify(given)}`,
    stored: { values: before, version },
    async save(typed, seen) {
      // The fields are those of the act's own schemas.
      const input = { ...given, ...inputOf(fields, typed, isNew ? {} : before) } as CallInput<A>
      onDone(await send(act, input, done, { version: seen }))
    },
    ...(reload && {
      async reload() {
        const now = await reload()
        return { values: typedIn(drawnFields(act, given, now.values)), version: now.version }
      },
    }),
  })
  // In the place of the form: one dialog on another has no veil between them.
  if (edit.stale)
    return (
      <StaleDialog
        stale={edit.stale}
        labels={Object.fromEntries(fields.map(({ name, label }) => [name, label]))}
        nameOf={(name, value) =>
          fields.find((field) => field.name === name)?.options?.find((option) => option.value === value)
            ?.label
        }
      />
    )
  return (
    <FormDialog
      {...{ edit, title, text, button, other, onClose }}
      isBlocked={asksName === undefined ? undefined : name.trim() !== asksName}
    >
      {preview && <div className="sticky -top-5 z-10 -mt-1">{preview(edit.form.watch())}</div>}
      <div className="grid gap-5 sm:grid-cols-2 sm:items-start">
        {fields.map((field) => (
          <div key={field.name} className={SHORT.includes(field.kind) ? undefined : 'sm:col-span-2'}>
            <ActFieldInput field={field} form={edit.form} />
          </div>
        ))}
      </div>
      {asksName && (
        <TextField
          label={`Type “${asksName}” to confirm`}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      )}
    </FormDialog>
  )
}

/** Two of these stand beside each other. */
const SHORT: readonly FieldKind[] = ['rupees', 'number', 'moment', 'day', 'month']

const TYPES: Partial<Record<FieldKind, string>> = { moment: 'datetime-local', day: 'date', month: 'month' }
const MODES: Partial<Record<FieldKind, 'decimal' | 'numeric'>> = { rupees: 'decimal', number: 'numeric' }

/** One field of an act, drawn as its kind asks. */
export function ActFieldInput({ field, form }: { field: Drawn; form: UseFormReturn<Typed> }) {
  const { name, kind, isOptional, options, isLong, isProduct, proposals, note, fills } = field
  const id = useId()
  const isRupees = kind === 'rupees'
  const label = isRupees ? `${field.label} (₹)` : field.label
  const texts = { label, ...(note !== undefined && { hint: note }) }
  if (kind === 'flag') return <Checkbox label={label} {...form.register(name)} />
  if (options)
    return (
      <Select
        {...texts}
        options={
          isOptional || form.getValues(name) === ''
            ? [{ value: '', label: isOptional ? 'None' : 'Choose' }, ...options]
            : options
        }
        {...fieldOf(form, name)}
      />
    )
  if (isProduct) return <ProductField control={form.control} {...{ name, label }} />
  if (kind === 'picture')
    return <PictureField control={form.control} {...{ name, label }} hint={note} aspect={field.aspect} />
  if (kind === 'secret')
    return <PasswordField {...texts} autoComplete="new-password" {...fieldOf(form, name)} />
  if (kind === 'list' || isLong) return <TextArea {...texts} rows={4} {...fieldOf(form, name)} />
  if (kind === 'file')
    return (
      <div className="grid gap-4">
        <FileDrop
          accept=".csv,.tsv,.txt"
          hint="CSV, or rows pasted below"
          onFile={async (file) => form.setValue(name, await file.text(), { shouldDirty: true })}
        />
        <TextArea {...texts} rows={4} {...fieldOf(form, name)} />
      </div>
    )
  return (
    <>
      <TextField
        {...texts}
        type={TYPES[kind] ?? 'text'}
        inputMode={MODES[kind]}
        list={proposals && id}
        autoComplete="off"
        {...fieldOf(form, name, {
          onBlur({ target }) {
            if (fills && form.getValues(fills.name) === '') form.setValue(fills.name, fills.of(target.value))
          },
        })}
      />
      {proposals && (
        <datalist id={id}>
          {proposals.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

/** A form of the desk: what is typed is kept on the device, errors stand at their fields, an old version overwrites nothing. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { AnyAct } from '@haat/contract/staff/act'
import { CallError, type CallInput, type CallReply, messageOf, send } from '../api/client.ts'
import { type Draft, dropDraft, keepDraft, readDraft } from './drafts.ts'
import { isSame } from './merge.ts'

/** What a form edits: its values as they are stored, and their version. */
export interface Stored<Values> {
  values: Values
  version: string | null
}

/** Loads what is stored now, as a form edits it. */
export const reloadOf =
  <A extends AnyAct, Values>(act: A, input: CallInput<A>, valuesOf: (reply: CallReply<A>) => Values) =>
  async (): Promise<Stored<Values>> => {
    const { reply, version } = await send(act, input)
    return { values: valuesOf(reply), version }
  }

interface EditFormOptions<Values extends FieldValues> {
  /** Of the draft: screen and row; null where nothing is kept. */
  draftKey: string | null
  stored: Stored<Values>
  /** @param base what is stored, as it was last shown @throws CallError */
  save: (values: Values, version: string | null, base: Values) => Promise<unknown>
  onSaved?: () => void
  /** Loads what is stored now, after somebody else has changed it. */
  reload?: () => Promise<Stored<Values>>
}

/** What somebody else has stored, beside what was typed. */
export interface StaleEdit<Values> {
  before: Values
  theirs: Stored<Values>
  mine: Values
}

/** How long somebody may pause before what they typed is kept, in ms. */
const KEEP_MS = 500

/** The form's field of a server's path such as `body.number`: the last part that is one. */
const fieldAt = (path: string, values: FieldValues): string | undefined => {
  const parts = path.split('.')
  // A part of a field's value is named after a colon.
  const joined = parts.map((_, from) => parts.slice(from).join(':')).find((name) => name in values)
  return joined ?? parts.findLast((part) => part in values)
}

/** Scrolls to the first of the errors that the next render shows, and focuses its field. */
function useFirstError() {
  const element = useRef<HTMLFormElement>(null)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
    if (failures === 0 || !first) return
    first.scrollIntoView({ block: 'center' })
    first.focus({ preventScroll: true })
  }, [failures])
  const showFirst = (): void => setFailures((before) => before + 1)
  const watchForm = (form: HTMLFormElement): void => {
    element.current = form
  }
  return { watchForm, showFirst }
}

export function useEditForm<Values extends FieldValues>(options: EditFormOptions<Values>) {
  const { draftKey, stored, save, onSaved, reload } = options
  const form = useForm<Values>({
    defaultValues: stored.values as DefaultValues<Values>,
    shouldFocusError: false,
  })
  const { watchForm, showFirst } = useFirstError()
  const base = useRef(stored)
  const [draft, setDraft] = useState<Draft<Values>>()
  const [stale, setStale] = useState<StaleEdit<Values>>()
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    let isOver = false
    const offer = async (): Promise<void> => {
      const found = await readDraft<Values>(draftKey)
      if (!isOver && found && !isSame(found.values, base.current.values)) setDraft(found)
    }
    void offer()
    return () => {
      isOver = true
    }
  }, [draftKey])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = (): void => {
      timer = undefined
      const values = form.getValues()
      const { version } = base.current
      if (isSame(values, base.current.values)) void dropDraft(draftKey)
      else void keepDraft(draftKey, { values, version, at: new Date() })
    }
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        // A reset names no field.
        if (name === undefined) return
        // What is typed now takes the place of an older draft.
        setDraft(undefined)
        clearTimeout(timer)
        timer = setTimeout(keep, KEEP_MS)
      },
    })
    return () => {
      clearTimeout(timer)
      stop()
      if (timer !== undefined) keep()
    }
  }, [form, draftKey])

  const showErrors = (error: unknown, values: Values): void => {
    const errors = error instanceof CallError ? error.errors : []
    const placed = errors.filter(({ path, message }) => {
      const name = fieldAt(path, values)
      if (name !== undefined) form.setError(name as Path<Values>, { message })
      return name !== undefined
    })
    if (placed.length === 0) setFailure(messageOf(error))
    else showFirst()
  }

  const store = async (values: Values, version: string | null): Promise<void> => {
    setFailure(undefined)
    try {
      await save(values, version, base.current.values)
    } catch (error) {
      if (error instanceof CallError && error.code === 'STALE' && reload) {
        const theirs = await reload()
        // Somebody has changed something else.
        if (isSame(theirs.values, base.current.values)) {
          base.current = theirs
          return store(values, theirs.version)
        }
        return setStale({ before: base.current.values, theirs, mine: values })
      }
      return showErrors(error, values)
    }
    base.current = { values, version }
    form.reset(values)
    setStale(undefined)
    await dropDraft(draftKey)
    onSaved?.()
  }

  return {
    form,
    failure,
    /** Whether what is typed comes back when the form is left. */
    isKept: draftKey !== null,
    submit(event: FormEvent<HTMLFormElement>): Promise<void> {
      watchForm(event.currentTarget)
      return form.handleSubmit((values) => store(values, base.current.version), showFirst)(event)
    },
    /** Back to what is stored. */
    undo(): void {
      form.reset(base.current.values)
      void dropDraft(draftKey)
    },
    draft: draft && {
      at: draft.at,
      restore(): void {
        base.current = { values: base.current.values, version: draft.version }
        form.reset(draft.values, { keepDefaultValues: true })
        setDraft(undefined)
      },
      drop(): void {
        setDraft(undefined)
        void dropDraft(draftKey)
      },
    },
    stale: stale && {
      ...stale,
      /** Saves what was chosen over what somebody else has stored. */
      async resolve(values: Values): Promise<void> {
        base.current = stale.theirs
        form.reset(values, { keepDefaultValues: true })
        setStale(undefined)
        await store(values, stale.theirs.version)
      },
      close: () => setStale(undefined),
    },
  }
}

export type EditForm<Values extends FieldValues> = ReturnType<typeof useEditForm<Values>>

import { staffProducts } from '@haat/contract/staff/products'
import { useEffect, useMemo, useState } from 'react'
import { call, type CallReply, messageOf } from '../api/client.ts'
import { useActs } from '../api/use-act.ts'
import type { VariantRow } from '../features/products/products.queries.ts'
import { dropDraft, keepDraft, readDraft } from '../form/drafts.ts'
import { count } from '../lib/format.ts'
import { toast } from '../ui/toast.ts'
import { COLUMNS, doubtOf, faultOf, type Field } from './grid-columns.ts'
import { bulkRows, type CellEdit, type Changes, EMPTY, redo, undo, write } from './grid-state.ts'

type Note = CallReply<typeof staffProducts.bulk>['refused'][number]

/** What is not refused is only odd. */
export type CellNote = Note & { isRefused: boolean }

const DRAFT = 'products.bulk'

/** The changes of a grid: typed, undone, tried and saved. What the server refuses stays. */
export function useGrid(stored: readonly VariantRow[], reload: () => Promise<readonly VariantRow[]>) {
  const acts = useActs()
  const [state, setState] = useState(EMPTY)
  const [told, setTold] = useState<readonly CellNote[]>([])
  const notes = useMemo(() => allNotes(state.changes, told), [state.changes, told])
  /** Variants that could be saved when it was tried last. */
  const [tried, setTried] = useState<number>()
  // What is being changed stays as it was, whatever others do meanwhile.
  const [held, setHeld] = useState(stored)
  const rows = state.changes.size === 0 ? stored : held

  const [opened] = useState(stored)
  useEffect(() => {
    const restore = async (): Promise<void> => {
      const draft = await readDraft<Changes>(DRAFT)
      const ids = new Set(opened.map(({ id }) => id))
      const kept = new Map([...(draft?.values ?? [])].filter(([id]) => ids.has(id)))
      if (kept.size > 0) setState({ ...EMPTY, past: [new Map()], changes: kept })
    }
    void restore()
  }, [opened])
  useEffect(() => {
    if (state === EMPTY) return
    if (state.changes.size === 0) void dropDraft(DRAFT)
    else void keepDraft<Changes>(DRAFT, { values: state.changes, version: null, at: new Date() })
  }, [state])

  const change = (edits: readonly CellEdit[]): void => {
    if (state.changes.size === 0) setHeld(stored)
    setState((before) => write(before, rows, edits))
    const touched = new Set(edits.map(({ row }) => rows[row]?.id))
    setTried(undefined)
    setTold((all) => all.filter(({ variant }) => !touched.has(variant)))
  }

  const send = async (isTrial: boolean): Promise<void> => {
    const input = { rows: bulkRows(state, rows), dry_run: isTrial }
    try {
      const done = isTrial
        ? await call(staffProducts.bulk, input)
        : await acts.send(staffProducts.bulk, input, ({ changed, refused }) =>
            [
              `${count(changed.length, 'variant')} saved.`,
              ...(refused.length > 0
                ? [`${count(new Set(refused.map(({ variant }) => variant)).size, 'row')} refused.`]
                : []),
            ].join(' '),
          )
      setTold([
        ...done.refused.map((note) => ({ ...note, isRefused: true })),
        ...(isTrial ? done.odd.map((note) => ({ ...note, isRefused: false })) : []),
      ])
      if (isTrial) return setTried(done.changed.length)
      setTried(undefined)
      setHeld(await reload())
      const left = new Map(state.changes)
      for (const id of done.changed) left.delete(id)
      setState({ changes: left, past: [], future: [] })
    } catch (error) {
      toast('error', messageOf(error))
    }
  }

  return {
    rows,
    state,
    notes,
    tried,
    change,
    undo: () => setState(undo),
    redo: () => setState(redo),
    clear: () => {
      setState((before) => ({ changes: new Map(), past: [...before.past, before.changes], future: [] }))
      setTold([])
      setTried(undefined)
    },
    tryOut: () => send(true),
    save: () => send(false),
  }
}

/** What is wrong with what is typed, and what the server told of other cells. */
function allNotes(changes: Changes, told: readonly CellNote[]): CellNote[] {
  const wrong = [...changes].flatMap(([variant, texts]) =>
    COLUMNS.flatMap((column) => {
      const text = texts[column.field]
      const fault = text !== undefined && faultOf(column, text)
      const message = fault || (text !== undefined && doubtOf(column, text))
      return message ? [{ variant, field: column.field, message, isRefused: fault !== false }] : []
    }),
  )
  const isToldHere = (one: CellNote) =>
    wrong.some(({ variant, field }) => variant === one.variant && field === one.field)
  return [...wrong, ...told.filter((one) => !isToldHere(one))]
}

export type Grid = ReturnType<typeof useGrid>

/** The note of a cell, or of a whole row where the field is null. */
export const noteAt = (notes: readonly CellNote[], variant: number, field: Field): CellNote | undefined =>
  notes.find((note) => note.variant === variant && (note.field === field || note.field === null))

import { Button } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { inputClass, Select } from '@haat/ui/field'
import { useState } from 'react'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { COLUMNS, textOf } from './grid-columns.ts'
import { textAt } from './grid-state.ts'
import { type Grid, noteAt } from './use-grid.ts'

const MODES = { amount: 'decimal', count: 'numeric', percent: 'decimal', text: 'text', flag: 'text' } as const

/** The same changes on a phone: one column at a time. */
export function GridCards({ grid }: { grid: Grid }) {
  const { rows, state, notes, change } = grid
  const [at, setAt] = useState(0)
  const column = COLUMNS[at]!
  const first = rows[0] ? textAt(state, rows[0], at) : ''
  return (
    <>
      <div className="desk-margin sticky top-0 z-10 flex items-end gap-3 border-b border-line bg-paper py-3">
        <Select
          label="Change"
          className="flex-1"
          options={COLUMNS.map(({ label }, index) => ({ value: String(index), label }))}
          value={String(at)}
          onChange={({ target }) => setAt(Number(target.value))}
        />
        <Button
          variant="outline"
          className="min-h-12"
          onClick={() => change(rows.map((_, row) => ({ row, column: at, text: first })))}
        >
          All as the first
        </Button>
      </div>
      <ul>
        {rows.map((row, index) => {
          const text = textAt(state, row, at)
          const before = textOf(column, row)
          const note = noteAt(notes, row.id, column.field)
          const set = (next: string) => change([{ row: index, column: at, text: next }])
          const isRefused = note?.isRefused ?? false
          const cell = {
            'aria-invalid': isRefused || undefined,
            'aria-label': `${column.label} of ${[row.product, row.variant].filter(Boolean).join(', ')}`,
            className: cx(
              inputClass(isRefused),
              column.kind !== 'flag' && 'figures text-right',
              isRefused ? 'bg-brick-tint!' : text !== before && 'bg-marigold-tint!',
            ),
          }
          return (
            <li
              key={row.id}
              className="desk-margin border-b border-line py-3 [contain-intrinsic-size:auto_76px] [content-visibility:auto]"
            >
              <div className="flex items-center gap-3">
                <Thumbnail url={row.media_url} />
                <span className="min-w-0 flex-1 leading-snug">
                  <span className="line-clamp-2 font-semibold">{row.product}</span>
                  <span className="block truncate text-sm text-ink-soft">
                    {[row.variant, row.sku].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <span className="w-28 shrink-0">
                  {column.kind === 'flag' ? (
                    <select {...cell} value={text} onChange={({ target }) => set(target.value)}>
                      <option value="yes">Yes</option>
                      <option value="no">No</option>
                    </select>
                  ) : (
                    <input
                      key={`${at} ${text}`}
                      {...cell}
                      inputMode={MODES[column.kind]}
                      defaultValue={text}
                      onBlur={({ target }) => target.value !== text && set(target.value)}
                    />
                  )}
                  {text !== before && (
                    <span className="block text-right text-xs text-ink-soft">was {before || 'empty'}</span>
                  )}
                </span>
              </div>
              {note && (
                <p className={cx('mt-1 text-sm font-medium', note.isRefused && 'text-brick')}>
                  {note.message}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

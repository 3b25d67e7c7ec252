import { cx } from '@haat/ui/cx'
import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'

interface FiguresTableProps {
  title: string
  head: readonly string[]
  rows: readonly (readonly ReactNode[])[]
  /** How many columns are no figures, from the first. */
  texts?: number
}

/** Figures that an accountant compares, nothing without rows: on a phone each row is a list of its cells. */
export function FiguresTable({ title, head, rows, texts = 1 }: FiguresTableProps): ReactNode {
  if (rows.length === 0) return null
  return (
    <Card title={title}>
      <table className="w-full text-sm figures max-sm:block">
        <thead className="max-sm:sr-only">
          <tr className="text-left text-ink-soft">
            {head.map((name, index) => (
              <th key={name} scope="col" className={cx('py-1 font-semibold', index >= texts && 'text-right')}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((row, at) => (
            <tr key={at} className="border-t border-line max-sm:grid max-sm:py-2">
              {row.map((cell, index) => (
                <td
                  key={head[index]}
                  className={cx(
                    'py-1.5',
                    index === 0 ? 'font-semibold' : 'max-sm:flex max-sm:justify-between max-sm:py-0.5',
                    index >= texts && 'text-right',
                  )}
                >
                  {index > 0 && (
                    <span aria-hidden className="text-ink-soft sm:hidden">
                      {head[index]}
                    </span>
                  )}
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

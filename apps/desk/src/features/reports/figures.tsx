import type { AnyAct } from '@haat/contract/staff/act'
import { Button } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallInput } from '../../api/client.ts'
import { saveReply } from '../../api/save-reply.ts'
import { tileRupees } from '../../lib/format.ts'
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

interface TilesProps {
  tiles: readonly (readonly [name: string, paise: number])[]
  /** Of a sum; rounded, where nothing else is given. */
  format?: (paise: number) => string
}

/** Sums in paise, each with its name. */
export function Tiles({ tiles, format = tileRupees }: TilesProps) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
      {tiles.map(([name, amount]) => (
        <div
          key={name}
          className="max-sm:odd:last:col-span-2 rounded-lg border border-line bg-card px-4 py-3"
        >
          <dt className="text-sm text-ink-soft">{name}</dt>
          <dd className="text-xl font-bold figures sm:text-2xl">{format(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface DownloadButtonProps<A extends AnyAct> {
  act: A
  input: CallInput<A>
  /** Of the file, without its ending. */
  name: string
}

/** What an act replies, as a file for Excel. */
export function DownloadButton<A extends AnyAct>({ act, input, name }: DownloadButtonProps<A>) {
  return (
    <Button icon={Download} variant="outline" onClick={() => saveReply(act, input, `${name}.csv`)}>
      CSV
    </Button>
  )
}

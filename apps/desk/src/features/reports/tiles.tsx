import { tileRupees } from '../../lib/format.ts'

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

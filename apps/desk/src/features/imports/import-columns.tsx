import { type ImportColumns as Columns, type Job, staffImports } from '@haat/contract/staff/jobs'
import { Select } from '@haat/ui/field'
import { useQuery } from '@tanstack/react-query'
import { actQuery } from '../../api/queries.ts'
import { Card } from '../../ui/card.tsx'

const NOT_MAPPED = ''

interface ColumnsProps {
  result: Columns
  map: Job['map']
  onMap: (map: Job['map']) => void
}

/** How the columns were understood; those that were not can be given a field. */
export function ImportColumns({ result, map, onMap }: ColumnsProps) {
  const { data: fields = [] } = useQuery(actQuery(staffImports.fields, {}))
  const fieldOf = (heading: string) => Object.keys(map).find((field) => map[field] === heading)
  const choose = (heading: string, field: string): void => {
    const { [fieldOf(heading) ?? '']: _, ...others } = map
    onMap(field === NOT_MAPPED ? others : { ...others, [field]: heading })
  }
  const free = fields.filter((field) => !(field in result.columns) || field in map)
  return (
    <Card title={`Columns (${result.layout})`}>
      <ul className="flex flex-wrap gap-2 text-sm">
        {Object.entries(result.columns).map(([field, heading]) => (
          <li key={field} className="rounded-full bg-leaf-tint px-3 py-1">
            {heading} → <b>{named(field)}</b>
          </li>
        ))}
      </ul>
      {result.unused.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">Not used</h3>
          <div className="mt-2 grid gap-3 sm:grid-cols-2">
            {result.unused.map((heading) => (
              <Select
                key={heading}
                label={heading}
                value={fieldOf(heading) ?? NOT_MAPPED}
                onChange={({ target }) => choose(heading, target.value)}
                options={[
                  { value: NOT_MAPPED, label: 'Leave out' },
                  ...free.map((field) => ({ value: field, label: named(field) })),
                ]}
              />
            ))}
          </div>
        </>
      )}
    </Card>
  )
}

const named = (field: string): string =>
  (field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')).replaceAll(
    /\b(sku|mrp|hsn|gst)\b/gi,
    (word) => word.toUpperCase(),
  )

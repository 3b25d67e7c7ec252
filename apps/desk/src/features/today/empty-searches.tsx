import { staffSynonyms } from '@haat/contract/staff/shop'
import { buttonClass } from '@haat/ui/button'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { actQuery } from '../../api/queries.ts'
import { count } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'

/** What customers wanted and did not find. */
export function EmptySearches() {
  const { data = [] } = useQuery(actQuery(staffSynonyms.missing, { limit: 6 }))
  if (data.length === 0) return null
  return (
    <Card title="Searched, and not found">
      <ul className="divide-y divide-line">
        {data.map(({ term, times }) => (
          <li key={term} className="flex min-h-12 items-center gap-3 py-1">
            <span className="min-w-0 flex-1 break-words">
              {term} <span className="text-sm text-ink-soft">{count(times, 'time')}</span>
            </span>
            <Link to={paths.synonyms(term)} className={buttonClass('quiet', 'sm')}>
              Add synonym<span className="sr-only"> for {term}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

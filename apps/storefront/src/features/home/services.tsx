import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../api/settings.queries.ts'
import { NamedIcon } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/feedback.tsx'

/** What the shop does beside selling. */
export function Services() {
  const { data, isError } = useQuery(settingsQuery())
  const services = isError ? [] : data?.services
  if (services === undefined) return <Skeleton className="h-96 rounded-lg sm:h-56 lg:h-32" />
  if (services.length === 0) return null
  return (
    <section aria-label="Services" className="border-y border-line py-8">
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-5">
        {services.map(({ icon, title, note }) => (
          <li key={title} className="flex items-start gap-3">
            <NamedIcon name={icon} className="mt-0.5 size-7 shrink-0 text-peacock" />
            <div>
              <h3 className="leading-snug font-bold">{title}</h3>
              <p className="text-sm text-ink-soft">{note}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

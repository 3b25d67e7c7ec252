import type { User } from '@haat/contract/auth'
import { count } from '../../lib/format.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0] ?? '')
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase()

/** Who this is: name, e-mail, and how often she has ordered. */
export function ProfileHeader({ profile }: { profile: (User & { order_count: number }) | undefined }) {
  return (
    <header className="flex items-center gap-4 rounded-lg bg-peacock-deep p-5 text-paper sm:gap-6 sm:p-8">
      <div
        aria-hidden
        className="flex size-16 shrink-0 items-center justify-center rounded-full bg-marigold text-2xl font-extrabold text-ink sm:size-20"
      >
        {profile && initialsOf(profile.name)}
      </div>
      <div className="min-w-0 grow">
        <PageHeading hidden={!profile} className="break-words">
          {profile?.name ?? 'My Profile'}
        </PageHeading>
        {profile ? (
          <p className="mt-1 flex flex-wrap gap-x-4 text-paper/85">
            <span className="break-all">{profile.email}</span>
            <span className="figures font-semibold text-marigold">{count(profile.order_count, 'order')}</span>
          </p>
        ) : (
          <>
            <Skeleton className="h-8 w-40 opacity-30 sm:h-11" />
            <Skeleton className="mt-2 h-5 w-56 opacity-30" />
          </>
        )}
      </div>
    </header>
  )
}

import { cx } from '../../lib/cx.ts'
import { count } from '../../lib/format.ts'
import { PageHeading } from '../../ui/page.tsx'

interface ProfileHeaderProps {
  name: string
  email: string
  /** Undefined until it is known. */
  orderCount: number | undefined
}

/** First and last name's first letters. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0] ?? '')
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase()

/** Who this is: name, e-mail, and how often she has ordered. */
export function ProfileHeader({ name, email, orderCount }: ProfileHeaderProps) {
  return (
    <header className="flex items-center gap-4 rounded-lg bg-peacock-deep p-5 text-paper sm:gap-6 sm:p-8">
      <div
        aria-hidden
        className="flex size-16 shrink-0 items-center justify-center rounded-full bg-marigold text-2xl font-extrabold text-ink sm:size-20"
      >
        {initialsOf(name)}
      </div>
      <div className="min-w-0 grow">
        <PageHeading className="break-words">{name}</PageHeading>
        <p className="mt-1 flex flex-wrap gap-x-4 text-paper/85">
          <span className="min-w-0 break-all">{email}</span>
          <span
            aria-hidden={orderCount === undefined}
            className={cx('figures font-semibold text-marigold', orderCount === undefined && 'invisible')}
          >
            {count(orderCount ?? 0, 'order')}
          </span>
        </p>
      </div>
    </header>
  )
}

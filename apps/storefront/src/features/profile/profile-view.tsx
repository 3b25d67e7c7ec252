import type { ReactNode } from 'react'
import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { cx } from '../../lib/cx.ts'
import { count, shortDate } from '../../lib/format.ts'
import { PageHeading } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TermRow } from '../../ui/totals.tsx'

interface ProfileHeaderProps {
  name: string
  email: string
  /** Undefined while loading. */
  orderCount: number | undefined
}

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word = '') => [...word][0] ?? '')
  return letters.join('').toUpperCase()
}

/** Name, e-mail and number of orders. */
export function ProfileHeader({ name, email, orderCount }: ProfileHeaderProps) {
  return (
    <header className="flex items-center gap-4 rounded-lg bg-peacock-deep p-5 text-paper sm:gap-6 sm:p-8">
      <div
        aria-hidden
        className="flex size-16 shrink-0 items-center justify-center rounded-full bg-marigold text-[28px] font-extrabold text-ink sm:size-20"
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

interface ProfileDetailsProps {
  name: string
  email: string
  phone_number: string
  /** Undefined while loading. */
  since: Date | undefined
}

/** Name, e-mail, phone, and the date of signing up. */
export function ProfileDetails({ name, email, phone_number, since }: ProfileDetailsProps) {
  return (
    <section aria-labelledby="profile-details" className="rounded-lg border border-line bg-card p-5">
      <h2 id="profile-details" className="mb-4 text-xl font-bold">
        Your details
      </h2>
      <dl className="grid grid-cols-1 gap-y-3">
        <TermRow label="Name">{name}</TermRow>
        <TermRow label="Email">{email}</TermRow>
        <TermRow label="Phone">{phone_number}</TermRow>
        <TermRow label="Customer since">{since ? shortDate(since) : '…'}</TermRow>
      </dl>
    </section>
  )
}

const TABS = [
  { id: 'information', label: 'Profile Information' },
  { id: 'orders', label: 'Order History' },
] as const

const TAB_CLASSES = {
  list: 'mt-6 mb-8 flex border-b border-line',
  tab: '-mb-px min-h-12 border-b-3 px-4 font-semibold transition-colors max-sm:grow max-sm:px-2 sm:px-6',
  selected: 'border-marigold text-peacock',
  other: 'border-transparent text-ink-soft hover:text-peacock',
}

/** The panels below their tabs. The selected tab is kept in the URL. */
export function ProfileTabs({ panels }: { panels: Record<(typeof TABS)[number]['id'], ReactNode> }) {
  const id = useId()
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'orders' ? 'orders' : 'information'
  return (
    <>
      <Tabs
        label="Profile"
        tabs={TABS}
        selected={tab}
        onSelect={(next) => setSearch(next === 'orders' ? { tab: next } : {}, { replace: true })}
        panelId={id}
        classes={TAB_CLASSES}
      />
      <div role="tabpanel" id={id} aria-labelledby={`${id}-${tab}`}>
        {panels[tab]}
      </div>
    </>
  )
}

import type { KeyboardEvent, ReactNode } from 'react'
import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { cx } from '../../lib/cx.ts'

const TABS = [
  { id: 'information', label: 'Profile Information' },
  { id: 'orders', label: 'Order History' },
] as const
export type ProfileTab = (typeof TABS)[number]['id']

/** The tab in sight, kept in the address. */
export function useProfileTab(): [ProfileTab, (tab: ProfileTab) => void] {
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'orders' ? 'orders' : 'information'
  return [tab, (next) => setSearch(next === 'orders' ? { tab: next } : {}, { replace: true })]
}

interface ProfileTabsProps {
  tab: ProfileTab
  onTab: (tab: ProfileTab) => void
  /** The panel of the selected tab. */
  children: ReactNode
}

/** Two panels, one in sight; arrow keys move between them. */
export function ProfileTabs({ tab, onTab, children }: ProfileTabsProps) {
  const id = useId()
  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
    const other = tab === 'orders' ? 'information' : 'orders'
    onTab(other)
    document.getElementById(`${id}-${other}`)?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label="Profile" className="mt-6 mb-8 flex border-b border-line">
        {TABS.map((entry) => (
          <button
            key={entry.id}
            id={`${id}-${entry.id}`}
            type="button"
            role="tab"
            aria-selected={entry.id === tab}
            aria-controls={`${id}-panel`}
            tabIndex={entry.id === tab ? 0 : -1}
            onClick={() => onTab(entry.id)}
            onKeyDown={move}
            className={cx(
              '-mb-px min-h-12 border-b-3 px-4 font-semibold transition-colors max-sm:grow max-sm:px-2 sm:px-6',
              entry.id === tab
                ? 'border-marigold text-peacock'
                : 'border-transparent text-ink-soft hover:text-peacock',
            )}
          >
            {entry.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {children}
      </div>
    </>
  )
}

import { staffFind } from '@haat/contract/staff/find'
import { PlainButton } from '@haat/ui/button'
import { inputClass } from '@haat/ui/field'
import { cx } from '@haat/ui/cx'
import { useQuery } from '@tanstack/react-query'
import { Package, PackageCheck, Tag, UserRound, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { CallReply } from '../api/client.ts'
import { actQuery } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useNav } from './nav.tsx'

type Hit = CallReply<typeof staffFind.all>[number]

interface Entry {
  icon: LucideIcon
  title: string
  note: string
  path: string
}

/** What can be done to an order that is found: `ship 1042`. */
const VERBS = ['pack', 'ship', 'deliver', 'cancel', 'refund', 'return']

const ICONS: Record<Hit['kind'], LucideIcon> = {
  order: Package,
  parcel: PackageCheck,
  product: Tag,
  customer: UserRound,
}

function entryOf({ kind, id, title, note }: Hit, verb: string | undefined): Entry {
  const path =
    kind === 'order'
      ? paths.order(id) + (verb ? `?do=${verb}` : '')
      : { parcel: paths.packing, product: paths.product(id), customer: paths.customer(id) }[kind]
  const what = verb && kind === 'order' ? `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${title}` : title
  return { icon: ICONS[kind], title: what, note, path }
}

/** Finds screens, orders, products and customers, and begins what is to be done with an order. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const nav = useNav()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // After the dialog has focused its first button.
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const typed = useDeferredValue(text.trim())
  const [first = '', rest = ''] = typed.toLowerCase().split(/\s+(.*)/s)
  const verb = VERBS.includes(first) && rest !== '' ? first : undefined
  const q = verb ? rest : typed
  const { data, isFetching } = useQuery({ ...actQuery(staffFind.all, { q }), enabled: q.length > 1 })
  const hits = q.length > 1 ? (data ?? []) : []
  const screens = verb ? [] : nav.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
  const entries: Entry[] = [
    ...(typed === ''
      ? []
      : hits.filter(({ kind }) => !verb || kind === 'order').map((one) => entryOf(one, verb))),
    ...screens.map(({ icon, label, path, key }) => ({ icon, title: label, note: `g ${key}`, path })),
  ]
  const chosen = Math.min(at, entries.length - 1)
  const open = (entry: Entry | undefined): void => {
    if (!entry) return
    onClose()
    void navigate(entry.path)
  }
  const follow = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') open(entries[chosen])
    else if (step) setAt((chosen + step + entries.length) % Math.max(1, entries.length))
    else return
    event.preventDefault()
  }
  return (
    <Dialog onClose={onClose} title="Find">
      <div className="grid gap-3">
        <input
          ref={field}
          role="combobox"
          aria-label="Find"
          aria-expanded={entries.length > 0}
          aria-controls="palette"
          aria-activedescendant={entries.length > 0 ? `palette-${chosen}` : undefined}
          autoComplete="off"
          placeholder="Order, phone, AWB, product, screen, or “ship 12”"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setAt(0)
          }}
          onKeyDown={follow}
          className={inputClass(false)}
        />
        <div id="palette" role="listbox" aria-label="Found" className="grid">
          {entries.map(({ icon: Icon, title, note, path }, index) => (
            <PlainButton
              key={path + title}
              id={`palette-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              onClick={() => open(entries[index])}
              onMouseMove={() => setAt(index)}
              className={cx(
                'flex min-h-11 items-center gap-3 rounded-md px-3 text-left',
                index === chosen && 'bg-peacock-tint',
              )}
            >
              <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 py-1.5">
                <span className="font-semibold">{title}</span>
                <span className="text-sm text-ink-soft">{note}</span>
              </span>
            </PlainButton>
          ))}
        </div>
        {entries.length === 0 && !isFetching && (
          <p role="status" className="px-3 text-ink-soft">
            Nothing is called so.
          </p>
        )}
      </div>
    </Dialog>
  )
}

const KEYS = [
  ['Ctrl K', 'find anything'],
  ['/', 'find in a list, or anything'],
  ['j, k', 'next and previous row'],
  ['x', 'select the row'],
  ['Enter', 'open the row'],
] as const

/** The keys of the desk. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const jumps = useNav().map(({ key, label }) => [`g ${key}`, label] as const)
  return (
    <Dialog onClose={onClose} title="Keys">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        {[...KEYS, ...jumps].map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-sm border border-line-strong px-1.5 text-sm font-semibold">{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { staffFind } from '@haat/contract/staff/find'
import { inputClass } from '@haat/ui/field'
import { useQuery } from '@tanstack/react-query'
import { Package, PackageCheck, Tag, UserRound, type LucideIcon } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
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
  const open = (entry: Entry): void => {
    onClose()
    void navigate(entry.path)
  }
  return (
    <Dialog onClose={onClose} title="Find">
      <Base.Root
        inline
        open
        mode="none"
        autoHighlight="always"
        items={entries}
        itemToStringValue={({ title }) => title}
        value={text}
        onValueChange={(next, { reason }) => reason === 'input-change' && setText(next)}
      >
        <div className="grid gap-3">
          <Base.Input
            ref={field}
            aria-label="Find"
            placeholder="Order, phone, AWB, product, screen, or “ship 12”"
            className={inputClass(false)}
          />
          <Base.List aria-label="Found" className="grid">
            {(entry: Entry) => {
              const { icon: Icon, title, note, path } = entry
              return (
                <Base.Item
                  key={path + title}
                  value={entry}
                  onClick={() => open(entry)}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 data-highlighted:bg-peacock-tint"
                >
                  <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
                  <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 py-1.5">
                    <span className="font-semibold">{title}</span>
                    <span className="text-sm text-ink-soft">{note}</span>
                  </span>
                </Base.Item>
              )
            }}
          </Base.List>
          {entries.length === 0 && !isFetching && (
            <p role="status" className="px-3 text-ink-soft">
              Nothing is called so.
            </p>
          )}
        </div>
      </Base.Root>
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

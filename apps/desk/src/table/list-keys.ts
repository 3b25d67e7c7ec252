import { useEffect } from 'react'
import { isPlainKey } from '../shell/jump-keys.ts'

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row]')]
const current = (): number => rows().findIndex((row) => row.contains(document.activeElement))

function goTo(index: number): void {
  const row = rows()[index]
  row?.querySelector<HTMLElement>('[data-row-link]')?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

const KEYS: Record<string, () => void> = {
  j: () => goTo(current() + 1),
  k: () => goTo(Math.max(0, current() - 1)),
  x: () => rows()[current()]?.querySelector<HTMLElement>('input[type=checkbox]')?.click(),
  '/': () => document.querySelector<HTMLElement>('[data-list-search]')?.focus(),
}

/** `j` and `k` go through the rows, `x` selects, Enter opens, `/` goes to the search. */
export function useListKeys(): void {
  useEffect(() => {
    const follow = (event: KeyboardEvent): void => {
      const act = isPlainKey(event) ? KEYS[event.key] : undefined
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', follow)
    return () => window.removeEventListener('keydown', follow)
  }, [])
}

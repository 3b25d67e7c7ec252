import { LIMITS } from '@haat/contract/rules'
import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { cx } from '../../lib/cx.ts'
import { paths, patterns } from '../../paths.ts'

/** The shop's search: Enter or the button leads to the results. Shows the text of the results on screen. */
export function SearchBox({ className }: { className?: string }) {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const shown = pathname === patterns.searchResults ? (new URLSearchParams(search).get('query') ?? '') : ''
  useEffect(() => {
    if (input.current) input.current.value = shown
  }, [shown])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = input.current?.value.trim() ?? ''
    if (text === '') return input.current?.focus()
    input.current?.blur()
    return void navigate(paths.searchResults(text))
  }
  return (
    <form role="search" onSubmit={submit} className={cx('relative', className)}>
      <input
        ref={input}
        type="search"
        name="query"
        aria-label="Search products"
        placeholder="Search for products"
        maxLength={LIMITS.search_length}
        defaultValue={shown}
        autoComplete="off"
        enterKeyHint="search"
        className="min-h-12 w-full rounded-full border border-line-strong bg-card pr-14 pl-5 placeholder:text-ink-soft hover:border-peacock"
      />
      <button
        type="submit"
        aria-label="Search"
        className="absolute top-0.5 right-0.5 flex size-11 items-center justify-center rounded-full bg-peacock text-paper hover:bg-peacock-deep"
      >
        <Search aria-hidden className="size-5" />
      </button>
    </form>
  )
}

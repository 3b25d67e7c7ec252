import { type ComponentProps, createContext, type MouseEvent, use } from 'react'
import { createPath, useLocation } from 'react-router-dom'
import { useNavigateOnce } from './use-once.ts'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the shop. */
  to: string
  state?: unknown
  replace?: boolean
}

/**
 * A link that ignores further clicks until the location of the first is rendered: two clicks add one history entry.
 * The router's own would bring the code of features that the shop does not use.
 */
export function Link({ to, state, replace = false, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigateOnce()
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (event.defaultPrevented || opensElsewhere) return
    event.preventDefault()
    const isHere = event.currentTarget.href === window.location.href
    navigate(to, { state, replace: replace || isHere })
  }
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  )
}

export type SearchValues = Readonly<Record<string, string | number | undefined>>

/** The search string with other values; undefined and empty ones are left out. */
export function changeSearch(search: URLSearchParams, values: SearchValues): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** Leads to this screen, in its navigation state, with other values in the search string. */
export function HereLink({ values, ...rest }: Omit<LinkProps, 'to' | 'state'> & { values: SearchValues }) {
  const { pathname, search, state } = useLocation()
  const to = createPath({ pathname, search: changeSearch(new URLSearchParams(search), values).toString() })
  return <Link {...rest} to={to} state={state as unknown} />
}

/** Like `Link`, for navigation: it knows whether it leads to the current location or to one above it. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation()
  const isActive = pathname === props.to || pathname.startsWith(`${props.to}/`)
  return <Link {...props} aria-current={isActive ? 'page' : undefined} />
}

/** The parameters in the path of the screen that is shown. The app provides them. */
export const ParamsContext = createContext<Readonly<Record<string, string | undefined>>>({})

export const useParams = () => use(ParamsContext)

/** Loads code and data of the screen at a path. The app provides it. */
export const PrefetchContext = createContext<(path: string) => void>(() => undefined)

/** A link that prefetches its screen on hover, touch and focus. */
export function PrefetchLink(props: LinkProps) {
  const prefetch = use(PrefetchContext)
  const prefetchScreen = () => prefetch(props.to)
  return (
    <Link {...props} onPointerEnter={prefetchScreen} onTouchStart={prefetchScreen} onFocus={prefetchScreen} />
  )
}

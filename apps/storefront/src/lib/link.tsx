import { type ComponentProps, createContext, type MouseEvent, use } from 'react'
import { createPath, useLocation } from 'react-router-dom'
import { useNavigateOnce } from './use-once.ts'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the shop. */
  to: string
  /** Navigation state. */
  state?: unknown
  /** Replaces the current history entry. */
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

/** Makes the path of this screen with another search string. */
export function useHere(): (search: string) => string {
  const { pathname } = useLocation()
  return (search) => createPath({ pathname, search })
}

interface NavLinkProps extends Omit<LinkProps, 'className'> {
  className: (link: { isActive: boolean }) => string
}

/** Like `Link`, for navigation: it knows whether it leads to the current location or to one above it. */
export function NavLink({ className, ...rest }: NavLinkProps) {
  const { pathname } = useLocation()
  const isActive = pathname === rest.to || pathname.startsWith(`${rest.to}/`)
  return <Link {...rest} aria-current={isActive ? 'page' : undefined} className={className({ isActive })} />
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

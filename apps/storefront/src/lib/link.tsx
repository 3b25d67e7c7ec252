import type { MouseEvent } from 'react'
import { useEffect, useRef } from 'react'
import type { LinkProps, NavLinkProps } from 'react-router-dom'
import { Link as RouterLink, NavLink as RouterNavLink, useLocation } from 'react-router-dom'

/** A link that ignores further clicks until the location of the first is rendered: two clicks add one history entry. */
export function Link(props: LinkProps) {
  return <RouterLink {...props} onClick={useFirstClick(props.onClick)} />
}

/** Like `Link`, for navigation: it knows whether it leads to the current location. */
export function NavLink(props: NavLinkProps) {
  return <RouterNavLink {...props} onClick={useFirstClick(props.onClick)} />
}

function useFirstClick(onClick: LinkProps['onClick']) {
  const location = useLocation()
  const leaving = useRef(false)
  useEffect(() => {
    leaving.current = false
  }, [location])
  return (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (event.defaultPrevented || opensElsewhere) return
    if (leaving.current) event.preventDefault()
    leaving.current = true
  }
}

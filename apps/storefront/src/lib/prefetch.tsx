import { createContext, use } from 'react'
import type { LinkProps } from 'react-router-dom'
import { Link } from 'react-router-dom'

/** Fetches what the screen at a path needs: its code and its data. The app provides it. */
export const PrefetchContext = createContext<(path: string) => void>(() => undefined)

interface PrefetchLinkProps extends LinkProps {
  to: string
}

/** A link that fetches its screen when the shopper points at it, touches it or tabs to it. */
export function PrefetchLink(props: PrefetchLinkProps) {
  const prefetch = use(PrefetchContext)
  const fetchIt = () => prefetch(props.to)
  return <Link {...props} onPointerEnter={fetchIt} onTouchStart={fetchIt} onFocus={fetchIt} />
}

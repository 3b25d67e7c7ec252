import { createContext, use } from 'react'
import { Link, type LinkProps } from './link.tsx'

/** Loads code and data of the screen at a path. The app provides it. */
export const PrefetchContext = createContext<(path: string) => void>(() => undefined)

interface PrefetchLinkProps extends LinkProps {
  to: string
}

/** A link that prefetches its screen on hover, touch and focus. */
export function PrefetchLink(props: PrefetchLinkProps) {
  const prefetch = use(PrefetchContext)
  const prefetchScreen = () => prefetch(props.to)
  return (
    <Link {...props} onPointerEnter={prefetchScreen} onTouchStart={prefetchScreen} onFocus={prefetchScreen} />
  )
}

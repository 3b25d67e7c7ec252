import { t } from '@lingui/core/macro'
import { Component, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '@haat/ui/button'
import { EmptyState, Skeleton } from '@haat/ui/feedback'
import { whenReachable } from '../lib/reachable.ts'
import { useOnline } from '../lib/listen.ts'

/** Why nothing can be loaded while the browser has no network. */
export const offline = (): string => t`You are offline. This comes back by itself when your connection does.`

/** Says that what is shown is what the device has kept, unless the page itself does. It lies over the page: nothing moves. */
export function OfflineNotice() {
  if (useOnline()) return null
  return (
    <p
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-5 z-40 mx-auto w-fit rounded-full bg-ink px-5 py-2 text-center text-sm font-semibold text-paper max-sm:in-[body:has([data-bottom-bar])]:bottom-22 in-[body:has([data-offline])]:hidden"
    >
      {t`You are offline. Prices and stock may be old.`}
    </p>
  )
}

interface LoadFailedProps {
  /** What is not there. Below what has happened: alone it would read as if the shop had nothing. */
  text?: string
  onRetry: () => unknown
}

export function LoadFailed({ text, onRetry }: LoadFailedProps) {
  const online = useOnline()
  return (
    <EmptyState
      title={online ? t`The shop could not be reached` : t`No connection`}
      text={
        <>
          {online && text && <span className="block">{text}</span>}
          {online ? t`This page tries again by itself.` : offline()}
        </>
      }
      action={<Button onClick={onRetry}>{t`Try again`}</Button>}
    />
  )
}

interface LoadingProps {
  /** Shown above the skeletons and announced by screen readers. */
  text: string
  /** The classes of a skeleton as large as the content, so that the layout does not shift. */
  size?: string
  children?: ReactNode
}

export function Loading({ text, size, children = <Skeleton className={size} /> }: LoadingProps) {
  return (
    <div aria-busy className="relative">
      {children}
      <p
        role="status"
        className="absolute top-6 left-1/2 w-max max-w-full -translate-x-1/2 rounded-full border border-line bg-card px-4 py-1.5 text-center text-sm font-semibold"
      >
        {text}
      </p>
    </div>
  )
}

/** A placeholder for content with a column beside it. */
export function ColumnsLoading({ text = t`Loading...` }: { text?: string }) {
  return (
    <Loading text={text}>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[1fr_23rem]">
        <Skeleton className="h-120 rounded-md" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
    </Loading>
  )
}

class CodeMissing extends Error {}

/** For code that could not be loaded. @throws what `ErrorBoundary` waits with */
export function codeMissing(cause: unknown): never {
  throw new CodeMissing('Code could not be loaded', { cause })
}

/** Catches errors thrown while rendering: waits for missing code, otherwise offers to reload the page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const error: unknown = this.state.error
    if (error === null) return this.props.children
    return (
      <div className="shop-width py-16">{error instanceof CodeMissing ? <Unreachable /> : <Crashed />}</div>
    )
  }
}

const reload = (): void => window.location.reload()

/** Loads the page again when the shop answers. Imported again, the code would stay missing in some browsers. */
function Unreachable() {
  const waiting = useRef<ReturnType<typeof whenReachable>>(undefined)
  useEffect(() => {
    waiting.current = whenReachable(reload)
    return waiting.current.stop
  }, [])
  return <LoadFailed onRetry={() => waiting.current?.ask()} />
}

function Crashed() {
  return (
    <EmptyState
      title={t`Something went wrong`}
      text={t`This page could not be shown. Loading it again usually helps.`}
      action={<Button onClick={reload}>{t`Load again`}</Button>}
    />
  )
}

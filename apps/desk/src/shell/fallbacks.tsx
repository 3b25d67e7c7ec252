import { Button, buttonClass } from '@haat/ui/button'
import { EmptyState, Skeleton } from '@haat/ui/feedback'
import { type QueryKey, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { Component, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { CallError, messageOf } from '../api/client.ts'
import { paths } from '../paths.ts'
import { Screen, ScreenHead } from './screen-head.tsx'

/** In place of a screen whose code or data is on its way. */
export function ScreenLoading() {
  return (
    <div aria-busy className="desk-margin grid gap-4 py-6">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Skeleton className="h-9 w-48" />
      <Skeleton className="h-64" />
    </div>
  )
}

export function Failed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <div className="desk-margin py-6">
      <EmptyState
        title="This could not be loaded"
        text={messageOf(error)}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  )
}

function ScreenFailed(props: { error: unknown; onRetry: () => unknown }) {
  if (props.error instanceof CallError && props.error.status === 404) return <NotFound />
  return (
    <>
      <ScreenHead title="Not loaded" />
      <Failed {...props} />
    </>
  )
}

/**
 * What a screen is about, or what stands in its place. What is there stays when a later look at it fails. A form begins
 * anew with each of `saves`, which `onSaved` counts; one that cannot be loaded again goes on with what was typed.
 */
export function useScreen<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(options)
  const [saves, setSaves] = useState(0)
  const onSaved = (): void => {
    if (!client.getQueryState(options.queryKey)?.error) setSaves(saves + 1)
  }
  const instead = error ? <ScreenFailed error={error} onRetry={refetch} /> : <ScreenLoading />
  return { data, instead, saves, onSaved }
}

/** For an unknown address, and for one that somebody may not see. */
export function NotFound() {
  return (
    <Screen title="Not found" className="py-3">
      <EmptyState
        title="There is nothing here"
        text="The address is wrong, or your role does not include it."
        action={
          <Link to={paths.today} className={buttonClass()}>
            Go to Today
          </Link>
        }
      />
    </Screen>
  )
}

/** Catches errors thrown while rendering, such as code that is gone since a new version. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <div className="desk-margin py-10">
        <EmptyState
          title="Something went wrong"
          text="What you typed is kept. Loading the page again usually helps."
          action={<Button onClick={() => window.location.reload()}>Load again</Button>}
        />
      </div>
    )
  }
}

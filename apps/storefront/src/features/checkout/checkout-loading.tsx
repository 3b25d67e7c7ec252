import { Loading, Skeleton } from '../../ui/feedback.tsx'

/** A checkout before its data is here. */
export function CheckoutLoading({ text = 'Loading...' }: { text?: string }) {
  return (
    <Loading text={text}>
      <Skeleton className="mx-auto mb-8 h-16 w-4/5 rounded-md" />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[1fr_23rem]">
        <div>
          <Skeleton className="mb-4 h-8 w-56" />
          <div className="grid gap-3">
            <Skeleton className="h-44 rounded-md" />
            <Skeleton className="h-36 rounded-md" />
          </div>
        </div>
        <Skeleton className="h-72 rounded-lg" />
      </div>
    </Loading>
  )
}

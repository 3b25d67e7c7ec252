import { Loading, Skeleton } from '../../ui/feedback.tsx'

/** The cart before its lines are there. */
export function CartLoading() {
  return (
    <Loading text="Loading...">
      <div className="grid gap-8 lg:grid-cols-[1fr_22rem] lg:gap-12">
        <div className="divide-y divide-line border-y border-line">
          {[1, 2, 3].map((line) => (
            <div key={line} className="flex gap-4 py-5">
              <Skeleton className="size-22 rounded-md sm:size-30" />
              <div className="grid grow content-start gap-2">
                <Skeleton className="h-6 w-3/4" />
                <Skeleton className="h-5 w-1/3" />
                <Skeleton className="h-11 w-40" />
              </div>
            </div>
          ))}
        </div>
        <Skeleton className="h-72 rounded-lg" />
      </div>
    </Loading>
  )
}

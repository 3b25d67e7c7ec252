import { Loading, Skeleton } from '../../ui/feedback.tsx'

/** An order before it is here. */
export function OrderLoading() {
  return (
    <Loading text="Loading order details...">
      <Skeleton className="h-52 rounded-lg" />
      <div className="mt-6 grid grid-cols-1 gap-6 lg:grid-cols-[1fr_23rem]">
        <Skeleton className="h-80 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
    </Loading>
  )
}

import type { Deal } from '@haat/contract/deals'
import { useState } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState, Loading, Skeleton } from '../../ui/feedback.tsx'
import { Picture } from '../../ui/picture.tsx'
import { stateAt } from './countdown.ts'
import { DealCard } from './deal-card.tsx'

const GRID = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3'

/** The deals shelf. A deal leaves it in the second its time is over. */
export function DealGrid({ deals }: { deals: readonly Deal[] | undefined }) {
  const now = useNow()
  const [zoomed, setZoomed] = useState<Deal | null>(null)
  if (deals === undefined) return <DealGridLoading />
  const live = deals.filter((deal) => stateAt(deal, now) !== 'expired')
  if (live.length === 0) {
    return (
      <EmptyState
        title="No hot deals available at the moment."
        text="Check back later for exciting offers!"
      />
    )
  }
  return (
    <>
      <ul className={GRID}>
        {live.map((deal, index) => (
          <li key={deal.id}>
            <DealCard deal={deal} priority={index < 3} onZoom={setZoomed} />
          </li>
        ))}
      </ul>
      <Dialog
        open={zoomed !== null}
        onClose={() => setZoomed(null)}
        title={zoomed?.product_name ?? ''}
        side="full"
      >
        <div className="grid justify-center gap-6">
          {zoomed?.images.map((image, index) => (
            <Picture
              key={image}
              src={image}
              alt={`${zoomed.product_name}, picture ${index + 1}`}
              sizes="100vw"
              fallback="/fallback-image.png"
              className="max-w-[min(92vw,80dvh)] rounded-md"
            />
          ))}
        </div>
      </Dialog>
    </>
  )
}

function DealGridLoading() {
  return (
    <Loading text="Loading Hot Deals...">
      <div className={GRID}>
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <div key={card} className="overflow-hidden rounded-md border border-line bg-card">
            <Skeleton className="aspect-square rounded-none" />
            <div className="h-72" />
          </div>
        ))}
      </div>
    </Loading>
  )
}

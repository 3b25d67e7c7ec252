import { productPath } from '@haat/contract/storefront-paths'
import { ExternalLink } from 'lucide-react'
import { shortMoment } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'

interface ProductPreviewProps {
  product: { id: number; name: string; is_published: boolean; publish_at: Date | null }
}

/** The shop's own page of a product as it is stored. */
export function ProductPreview({ product }: ProductPreviewProps) {
  const path = productPath(product.id, product.name)
  if (!product.is_published)
    return (
      <Card title="In the shop">
        <p className="text-ink-soft">
          {product.publish_at
            ? `Scheduled: nobody sees it before ${shortMoment(product.publish_at)}. Then its page appears here.`
            : 'Hidden: nobody sees it. Tick “In the shop” and save, and its page appears here.'}
        </p>
      </Card>
    )
  return (
    <PageFrame
      name={`${product.name} in the shop`}
      src={path}
      action={
        <a
          href={path}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-peacock"
        >
          Open
          <ExternalLink aria-hidden className="size-4" />
        </a>
      }
    />
  )
}

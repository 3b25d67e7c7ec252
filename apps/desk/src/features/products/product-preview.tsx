import { productPath } from '@haat/contract/storefront-paths'
import { cx } from '@haat/ui/cx'
import { ExternalLink, Monitor, Smartphone } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Card } from '../../ui/card.tsx'

const WIDTHS = [
  { width: 375, label: 'As on a phone', icon: Smartphone },
  { width: 1280, label: 'As on a computer', icon: Monitor },
] as const

const HEIGHT = 640

interface ProductPreviewProps {
  product: { id: number; name: string; is_published: boolean }
}

/** The shop's own page of a product as it is stored. */
export function ProductPreview({ product }: ProductPreviewProps) {
  const [width, setWidth] = useState<number>(375)
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(375)
  useLayoutEffect(() => {
    const measure = () => setRoom(frame.current?.clientWidth ?? 375)
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  const path = productPath(product.id, product.name)
  const scale = Math.min(1, room / width)
  return (
    <Card
      title="In the shop"
      action={
        <>
          <div role="group" aria-label="Width" className="flex">
            {WIDTHS.map(({ width: one, label, icon: Icon }) => (
              <button
                key={one}
                type="button"
                aria-label={label}
                aria-pressed={one === width}
                onClick={() => setWidth(one)}
                className={cx(
                  'grid size-11 place-items-center rounded-md',
                  one === width ? 'bg-peacock-tint text-peacock' : 'text-ink-soft hover:text-peacock',
                )}
              >
                <Icon aria-hidden className="size-5" />
              </button>
            ))}
          </div>
          {product.is_published && (
            <a
              href={path}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-peacock"
            >
              Open
              <ExternalLink aria-hidden className="size-4" />
            </a>
          )}
        </>
      }
    >
      {product.is_published ? (
        <div
          ref={frame}
          className="overflow-hidden rounded-md border border-line bg-white"
          style={{ height: HEIGHT }}
        >
          <iframe
            title={`${product.name} in the shop`}
            src={path}
            // Without scripts it can do nothing in the desk's name; the server has rendered all of it.
            sandbox="allow-same-origin"
            loading="lazy"
            className="origin-top-left border-0"
            style={{ width, height: HEIGHT / scale, transform: `scale(${scale})` }}
          />
        </div>
      ) : (
        <p className="text-ink-soft">
          Hidden: nobody sees it. Tick “In the shop” and save, and its page appears here.
        </p>
      )}
    </Card>
  )
}

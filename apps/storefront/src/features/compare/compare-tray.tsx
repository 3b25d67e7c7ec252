import { t } from '@lingui/core/macro'
import { Button, IconButton } from '@haat/ui/button'
import { useQueries } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isNotFound } from '../../api/client.ts'
import { drop, dropAll, useKeptProducts } from '../../api/kept-products.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Thumb } from '../../ui/picture.tsx'
import { productQuery } from '../catalog/catalog.queries.ts'
import { CompareTable } from './compare-table.tsx'

/** What the shopper compares, at the bottom of the screen; it opens the table. */
export function CompareTray() {
  const ids = useKeptProducts('compared')
  const results = useQueries({ queries: ids.map((id) => productQuery(id)) })
  const [isOpen, setOpen] = useState(false)
  const gone = ids.find((_, at) => isNotFound(results[at]?.error))
  useEffect(() => {
    if (gone !== undefined) drop('compared', gone)
  }, [gone])
  const products = results.flatMap(({ data }) => data ?? [])
  if (products.length === 0) return null
  return (
    <div data-no-print className="sticky bottom-[var(--bottom-bar,0px)] z-20 sm:mr-6 sm:ml-auto sm:w-fit">
      <section
        aria-label={t`Compare`}
        className="flex items-center gap-2 border-t border-line-strong bg-card px-4 py-2 shadow-[0_8px_0_0_var(--color-card)] in-[html:has(dialog:modal)]:invisible sm:rounded-t-lg sm:border-x"
      >
        <div className="flex min-w-0 gap-1.5">
          {products.map(({ id, name, media_url }) => (
            <Thumb key={id} src={media_url} name={name} sizes="3rem" className="size-9" />
          ))}
        </div>
        {products.length === 1 ? (
          <p className="grow text-sm sm:grow-0">{t`Choose one more to compare.`}</p>
        ) : (
          <Button size="sm" onClick={() => setOpen(true)} className="whitespace-nowrap max-sm:grow">
            {t`Compare ${products.length}`}
          </Button>
        )}
        <IconButton icon={X} label={t`End the comparison`} onClick={() => dropAll('compared')} />
      </section>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t`Compare`} side="wide">
        <CompareTable products={products} />
      </Dialog>
    </div>
  )
}

import { t } from '@lingui/core/macro'
import { LIMITS } from '@haat/contract/rules'
import { Button, IconButton } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { Scale } from 'lucide-react'
import { drop, keepLast, useKeptProducts } from '../../api/kept-products.ts'
import { toast } from '../../ui/toast.ts'

interface CompareProps {
  product: { id: number; name: string }
}

/** Whether a product is compared, and what changes that. */
function useCompared({ id }: CompareProps['product']) {
  const isCompared = useKeptProducts('compared').includes(id)
  const toggle = () => {
    if (isCompared) drop('compared', id)
    else if (!keepLast('compared', id)) {
      const max = LIMITS.compared
      toast('error', t`${max} products can be compared. Take one away first.`)
    }
  }
  return [isCompared, toggle] as const
}

/** On a card; a phone has no room for it there. */
export function CompareIcon({ product }: CompareProps) {
  const [isCompared, toggle] = useCompared(product)
  return (
    <IconButton
      look="raised"
      label={t`Compare ${product.name}`}
      aria-pressed={isCompared}
      onClick={toggle}
      className="max-sm:hidden!"
    >
      <Scale aria-hidden className={cx('size-5', isCompared && 'text-peacock')} />
    </IconButton>
  )
}

/** On the product's page. */
export function CompareButton({ product }: CompareProps) {
  const [isCompared, toggle] = useCompared(product)
  return (
    <Button
      variant="outline"
      size="sm"
      aria-pressed={isCompared}
      onClick={toggle}
      className="aria-pressed:border-peacock aria-pressed:bg-peacock-tint"
    >
      <Scale aria-hidden className="size-5" />
      {t`Compare`}
    </Button>
  )
}

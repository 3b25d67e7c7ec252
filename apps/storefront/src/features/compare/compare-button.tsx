import { t } from '@lingui/core/macro'
import { LIMITS } from '@haat/contract/rules'
import { Button, IconButton } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { Scale } from 'lucide-react'
import { drop, keepLast, useKeptProducts } from '../../api/kept-products.ts'
import { toast } from '../../ui/toast.ts'

type CompareProps = { product: { id: number; name: string } }

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

/** On a card, for a mouse. A finger begins on the product's page, and takes others from cards. */
export function CompareIcon({ product }: CompareProps) {
  const [isCompared, toggle] = useCompared(product)
  const isBegun = useKeptProducts('compared').length > 0
  return (
    <IconButton
      look="raised"
      label={t`Compare ${product.name}`}
      aria-pressed={isCompared}
      onClick={toggle}
      icon={Scale}
      className={cx('aria-pressed:text-peacock', !isBegun && 'max-sm:hidden! pointer-coarse:hidden!')}
    />
  )
}

export function CompareButton({ product }: CompareProps) {
  const [isCompared, toggle] = useCompared(product)
  return (
    <Button
      variant="outline"
      size="sm"
      icon={Scale}
      aria-pressed={isCompared}
      onClick={({ currentTarget }) => {
        toggle()
        currentTarget.scrollIntoView?.({ block: 'nearest' })
      }}
      // Leaves room for the tray below it, above the bar of a phone.
      className="scroll-mb-36 aria-pressed:border-peacock aria-pressed:bg-peacock-tint"
    >
      {t`Compare`}
    </Button>
  )
}

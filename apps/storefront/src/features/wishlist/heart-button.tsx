import type { ListedProduct } from '@haat/contract/catalog'
import { Heart } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { messageOf } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { cx } from '../../lib/cx.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useIsWished, useToggleWish } from './wishlist.queries.ts'

/** The heart on a card. A guest logs in first and comes back. */
export function HeartButton({ product }: { product: ListedProduct }) {
  const session = useSession()
  const wished = useIsWished(product.id)
  const toggle = useToggleWish()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const onClick = () => {
    if (!session) return navigate(paths.auth('login'), { state: { from: pathname + search } })
    const request = toggle.mutateAsync(
      { product, wished: !wished },
      { onError: (error) => toast('error', messageOf(error, 'Something went wrong')) },
    )
    return request.catch(() => undefined)
  }
  return (
    <IconButton
      look="raised"
      label={`Keep ${product.name} in my wishlist`}
      aria-pressed={wished}
      onClick={onClick}
    >
      <Heart aria-hidden className={cx('size-5', wished && 'fill-brick text-brick')} />
    </IconButton>
  )
}

import { t } from '@lingui/core/macro'
import type { ListedProduct } from '@haat/contract/catalog'
import { brandedName, variantLabel } from '@haat/contract/rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { ApiError, call, contract, isUnreached, messageOf } from '../../api/client.ts'
import { addToGuestCart } from '../../api/guest-cart.ts'
import { mergeSoon } from '../../api/merge-soon.ts'
import { useGuestEntry } from '../../api/settings.queries.ts'
import { useSession } from '../../api/session.ts'
import { useNavigateOnce } from '../../lib/use-once.ts'
import { paths } from '../../paths.ts'
import { Button, IconButton } from '@haat/ui/button'
import { Skeleton } from '@haat/ui/feedback'
import { Dialog } from '../../ui/dialog.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'
import { toast } from '../../ui/toast.ts'
import type { ToastItem } from '../../ui/toaster.tsx'
import { productQuery } from '../catalog/catalog.queries.ts'
import { type Choosable, pictureOf, VariantPicker } from '../product/variant-picker.tsx'
import { selectedVariant } from '../product/variants.ts'
import { cartQuery } from './cart.queries.ts'

const failed = (): string => t`❌ Failed to add item to cart.`
const noConnection = (): string => t`No connection. Please try again.`

interface AdditionOptions {
  /** Where a guest goes after the login; the item waits on the device. */
  from: string
  /** Shown below the message on a screen that stays. */
  itemOf?: (variantId: number) => ToastItem
  /** Whether login takes the place of the screen in the history, as specified for the product page. */
  replace?: boolean
  onAdded?: () => void
  failureText: (error: unknown) => string
}

/** Adds one piece of a variant to the cart. */
function useAddition({ from, replace = false, onAdded, itemOf, failureText }: AdditionOptions) {
  const session = useSession()
  const navigate = useNavigateOnce()
  const { path, isGuest } = useGuestEntry()
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (variant_id: number) => call(contract.cart.add, { body: { variant_id, quantity: 1 } }),
    // Settles when the cart shows it.
    onSettled: () => client.invalidateQueries(cartQuery()),
  })
  const add = (variantId: number) => {
    const isOffline = !navigator.onLine
    if (!session || isOffline) addToGuestCart(variantId)
    if (session && isOffline) return mergeSoon(client)
    const state = { from, fromY: replace ? 0 : window.scrollY, isGuest, isAdded: true }
    if (!session) return navigate(path, { replace, state })
    // Not called on a screen that the shopper has left meanwhile.
    const callbacks = {
      onSuccess: () => {
        const view = { label: t`View cart`, onClick: () => navigate(paths.cart()) }
        toast('success', t`✅ Item added to cart!`, 'page', onAdded ? undefined : view, itemOf?.(variantId))
        onAdded?.()
      },
      onError: (error: Error) => toast('error', failureText(error)),
    }
    return mutateAsync(variantId, callbacks).catch(() => undefined)
  }
  return { add, adding: isPending }
}

/** Adds the product page's variant and goes to the cart. */
export function useAddVariant() {
  const navigate = useNavigateOnce()
  return useAddition({
    from: paths.cart(),
    replace: true,
    onAdded: () => navigate(paths.cart()),
    failureText(error) {
      // The reason of a 409 is useful: it names the stock or the limit.
      const isTold = isUnreached(error) || (error instanceof ApiError && error.status === 409)
      return isTold ? `${failed()} ${messageOf(error, '', noConnection())}`.trim() : failed()
    },
  })
}

/** Adds a listed product; of several variants the shopper chooses one. */
function useAddListed(product: ListedProduct) {
  const { media_url, variants } = product
  const { pathname, search } = useLocation()
  const [isChoosing, setChoosing] = useState(false)
  const { add } = useAddition({
    from: pathname + search,
    itemOf(id) {
      const variant = variants.find((each) => each.id === id)
      const label = variants.length > 1 && variant ? variantLabel(variant) : null
      return { picture: media_url, text: [brandedName(product), label].filter(Boolean).join(', ') }
    },
    failureText: (error) => messageOf(error, failed(), `${failed()} ${noConnection()}`),
  })
  const [only] = variants
  return {
    add: () => (variants.length > 1 ? setChoosing(true) : only && add(only.id)),
    chooser: isChoosing && (
      <VariantChooser product={product} onAdd={async (id) => add(id)} onClose={() => setChoosing(false)} />
    ),
  }
}

/** The Add To Cart button below a card. */
export function AddToCartButton({ product }: { product: ListedProduct }) {
  const { add, chooser } = useAddListed(product)
  return (
    <>
      <Button size="sm" disabled={!product.in_stock} onClick={add} className="max-xs:px-1!">
        {product.in_stock ? t`Add To Cart` : t`Out of Stock`}
        <span className="sr-only">: {product.name}</span>
      </Button>
      {chooser}
    </>
  )
}

/** The cart icon on a card. */
export function QuickAdd({ product }: { product: ListedProduct }) {
  const { add, chooser } = useAddListed(product)
  return (
    <>
      <IconButton
        icon={ShoppingCart}
        look="raised"
        label={product.in_stock ? t`Add ${product.name} to cart` : t`${product.name} is out of stock`}
        disabled={!product.in_stock}
        onClick={add}
      />
      {chooser}
    </>
  )
}

interface VariantChooserProps {
  product: ListedProduct
  onAdd: (variantId: number) => Promise<unknown>
  onClose: () => void
}

/** Asks which variant of a card's product goes to the cart, with the pictures that only its page has. */
function VariantChooser({ product, onAdd, onClose }: VariantChooserProps) {
  const { data: { variants } = product, isLoading } = useQuery(productQuery(product.id))
  const [id, choose] = useState(() => selectedVariant(product.variants, product.wanted_variant?.id)?.id)
  const chosen = selectedVariant<Choosable>(variants, id)
  const picture = chosen && pictureOf(chosen)
  const isOut = chosen?.stock === 0
  // Outside of the card, whose look would reach into it.
  return createPortal(
    <Dialog
      open
      onClose={onClose}
      title={t`Choose and add`}
      footer={
        <Button
          className="w-full"
          disabled={!chosen || isOut || isLoading}
          onClick={() => chosen && onAdd(chosen.id).then(onClose)}
        >
          {isOut ? t`Out of Stock` : t`Add to Cart`}
        </Button>
      }
    >
      <div className="mb-5 flex items-center gap-4">
        <div className="w-20 shrink-0 overflow-hidden rounded-md border border-line">
          <Picture src={picture ?? product.media_url} name={brandedName(product)} alt="" sizes="5rem" />
        </div>
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{product.name}</p>
          <Price price={(chosen ?? product).price} mrp={(chosen ?? product).mrp} />
        </div>
      </div>
      {isLoading ? (
        <Skeleton className="h-48" />
      ) : (
        <VariantPicker<Choosable> variants={variants} selected={chosen} onSelect={({ id }) => choose(id)} />
      )}
    </Dialog>,
    document.body,
  )
}

import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { CheckoutItem } from './checkout-item.ts'
import { ItemList } from './item-list.tsx'

/** The product of a buy-now checkout, in sight at every step. */
export function BuyingNow({ item }: { item: CheckoutItem }) {
  return (
    <section aria-label="You're buying" className="mb-8">
      <h2 className="mb-4 text-xl font-bold">You're buying</h2>
      <ItemList
        items={[item]}
        fixFor={() => (
          <Link to={paths.product(item.product_id)} className={buttonClass('outline', 'sm')}>
            See other variants
          </Link>
        )}
      />
    </section>
  )
}

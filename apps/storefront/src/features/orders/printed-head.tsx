import type { ShopSettings } from '@haat/contract/settings'

/** Who sells: stands at the top of the printed sheet only. */
export function PrintedHead({ settings }: { settings: ShopSettings }) {
  const { shop_name, seller, contact } = settings
  return (
    <div className="mb-6 hidden justify-between gap-8 border-b border-line pb-4 print:flex">
      <p className="text-2xl font-extrabold">{shop_name}</p>
      <p className="text-right text-sm">
        <span className="block font-semibold">{seller.legal_name}</span>
        <span className="block">{seller.address}</span>
        {seller.gstin && <span className="block">GSTIN {seller.gstin}</span>}
        <span className="block">
          {[...contact.emails.slice(0, 1), ...contact.phones.slice(0, 1)].join(' · ')}
        </span>
      </p>
    </div>
  )
}

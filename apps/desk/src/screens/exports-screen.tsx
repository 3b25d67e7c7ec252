import { staffExports } from '@haat/contract/staff/reports'
import { buttonClass } from '@haat/ui/button'
import { Download } from 'lucide-react'
import { Screen } from '../shell/screen-head.tsx'
import { Card } from '../ui/card.tsx'

const FILES = [
  {
    what: 'products',
    title: 'Products',
    text: 'All products with variants, prices and stock. The file can be changed and imported again.',
    formats: ['csv', 'json', 'shopify'],
  },
  {
    what: 'orders',
    title: 'Orders',
    text: 'All orders with their items, tax and invoice numbers.',
    formats: ['csv', 'json'],
  },
  {
    what: 'customers',
    title: 'Customers',
    text: 'Names, addresses and orders of all customers. Keep the file to yourself: it is personal data.',
    formats: ['csv', 'json'],
  },
] as const

const FORMATS = { csv: 'CSV for Excel', json: 'JSON', shopify: 'CSV for Shopify' }

const addressOf = (what: string, format: string): string =>
  `${staffExports.run.route.replace('GET ', '').replace('{what}', what)}?format=${format}`

/** Exports: the shop's data as files, which the browser saves while they arrive. */
export function ExportsScreen() {
  return (
    <Screen
      title="Exports"
      text="Everything that is yours, as files. Passwords are never among it."
      className="grid max-w-176 gap-4 py-3"
    >
      {FILES.map(({ what, title, text, formats }) => (
        <Card key={what} title={title}>
          <p className="mb-3 text-ink-soft">{text}</p>
          <div className="flex flex-wrap gap-2">
            {formats.map((format) => (
              <a key={format} href={addressOf(what, format)} download className={buttonClass('outline')}>
                <Download aria-hidden className="size-5" />
                {FORMATS[format]}
                <span className="sr-only"> of {what}</span>
              </a>
            ))}
          </div>
        </Card>
      ))}
    </Screen>
  )
}

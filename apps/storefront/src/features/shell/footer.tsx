import { t } from '@lingui/core/macro'
import type { Category } from '@haat/contract/catalog'
import type { ShopSettings } from '@haat/contract/settings'
import { Children, type ReactNode } from 'react'
import { phoneLink, whatsappLink } from '../../lib/format.ts'
import { Link } from '../../lib/link.tsx'
import { useSettings } from '../../api/settings.queries.ts'
import { categoryLink, paths } from '../../paths.ts'

interface FooterProps {
  categories: readonly Category[]
  pages: readonly { slug: string; title: string }[]
  /** Only contact and pages, in a line. */
  isCheckout: boolean
}

const LINK = 'inline-flex min-h-9 items-center wrap-anywhere underline-offset-4 hover:underline'

/** Mail addresses and phone numbers of the support, an `li` each. */
export const helpLinks = (contact: ShopSettings['contact'] | undefined) =>
  [...(contact?.emails ?? []), ...(contact?.phones ?? [])].map((each) => (
    <li key={each}>
      <a href={each.includes('@') ? `mailto:${each}` : phoneLink(each)} className={LINK}>
        {each}
      </a>
    </li>
  ))

export function Footer({ categories, pages, isCheckout }: FooterProps) {
  const settings = useSettings()
  const company = pages.map(({ slug, title }) => (
    <li key={slug}>
      <Link to={paths.page(slug)} className={LINK}>
        {title}
      </Link>
    </li>
  ))
  const help = helpLinks(settings?.contact)
  if (isCheckout)
    return (
      <footer data-no-print className="mt-20 border-t border-line text-sm">
        <ul className="shop-width gap-x-5 py-2 xs:max-sm:columns-2 sm:flex sm:flex-wrap">
          {help}
          {company}
        </ul>
      </footer>
    )
  return (
    <footer data-no-print className="mt-20 bg-peacock-deep text-paper">
      <div className="shop-width grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9.5rem,40%)),1fr))] gap-x-5 gap-y-10 py-14 max-sm:text-sm sm:gap-x-10 lg:grid-cols-4">
        <Column title={t`Company`}>{company}</Column>
        <Column title={t`Categories`}>
          {categories.slice(0, 8).map((category) => (
            <li key={category.id}>
              <Link {...categoryLink(category)} className={LINK}>
                {category.name}
              </Link>
            </li>
          ))}
        </Column>
        <Column title={t`Help`}>
          {help}
          {settings?.contact.support_hours && <li className="py-1.5">{settings.contact.support_hours}</li>}
        </Column>
        <div>
          {settings?.brand.logo_dark && (
            <img
              src={`${settings.brand.logo_dark}?w=480`}
              alt=""
              loading="lazy"
              className="mb-4 h-14 w-44 object-contain object-left"
            />
          )}
          <h2 className="mb-3 text-lg font-bold">{t`Contact`}</h2>
          <address className="whitespace-pre-line not-italic">{settings?.contact.address}</address>
          {settings && <Links {...settings.brand.links} />}
          {settings && <Seller {...settings.seller} />}
        </div>
      </div>
      <p className="border-t border-paper/25 py-5 text-center text-sm">{settings?.copyright}</p>
    </footer>
  )
}

/** Nothing where the settings leave it empty. */
function Column({ title, children }: { title: string; children: ReactNode }) {
  if (useSettings() && Children.toArray(children).length === 0) return null
  return (
    <div>
      <h2 className="mb-3 text-lg font-bold">{title}</h2>
      <ul>{children}</ul>
    </div>
  )
}

const LINK_NAMES = { whatsapp: 'WhatsApp', instagram: 'Instagram', facebook: 'Facebook', youtube: 'YouTube' }

function Links(links: ShopSettings['brand']['links']) {
  const set = Object.entries(LINK_NAMES).flatMap(([id, name]) => {
    const to = links[id as keyof typeof links]
    return to === null ? [] : [{ name, href: id === 'whatsapp' ? whatsappLink(to) : to }]
  })
  if (set.length === 0) return null
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5">
      {set.map(({ name, href }) => (
        <li key={name}>
          <a href={href} target="_blank" rel="noreferrer" className={LINK}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Seller({ legal_name, gstin, fssai, grievance_officer, grievance_email }: ShopSettings['seller']) {
  const lines = [
    t`Sold by ${legal_name}`,
    gstin && t`GSTIN ${gstin}`,
    fssai && t`FSSAI ${fssai}`,
    grievance_officer && t`Grievance officer: ${grievance_officer}`,
  ]
  return (
    <ul className="mt-4 text-sm">
      {lines.filter(Boolean).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {grievance_email && (
        <li>
          <a href={`mailto:${grievance_email}`} className={LINK}>
            {grievance_email}
          </a>
        </li>
      )}
    </ul>
  )
}

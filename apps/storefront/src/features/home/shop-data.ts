/** The shop and its search in the words of schema.org. */
import { patterns } from '@haat/contract/storefront-paths'
import type { ShopSettings } from '@haat/contract/settings'

export function shopData(settings: ShopSettings & { public_url: string }): object {
  const { public_url: url, shop_name: name, tagline, contact, seller } = settings
  const contactPoint = {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    email: contact.emails[0],
    telephone: contact.phones[0],
  }
  return {
    '@graph': [
      {
        '@type': 'Organization',
        '@id': `${url}/#shop`,
        url: `${url}/`,
        name,
        legalName: seller.legal_name || undefined,
        logo: `${url}/icon-512.png`,
        address: contact.address || undefined,
        contactPoint: contactPoint.email || contactPoint.telephone ? contactPoint : undefined,
      },
      {
        '@type': 'WebSite',
        url: `${url}/`,
        name,
        description: tagline || undefined,
        publisher: { '@id': `${url}/#shop` },
        potentialAction: {
          '@type': 'SearchAction',
          target: {
            '@type': 'EntryPoint',
            urlTemplate: `${url}${patterns.searchResults}?query={search_term_string}`,
          },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  }
}

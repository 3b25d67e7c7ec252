import { staffCategories, staffPages } from '@haat/contract/staff/shop'
import { patterns } from '@haat/contract/storefront-paths'
import { useQuery } from '@tanstack/react-query'
import { actQuery, useMay } from '../../api/queries.ts'

const SCREENS = [
  { value: patterns.hotDeals, label: 'Deals' },
  { value: patterns.newArrivals, label: 'New arrivals' },
  { value: patterns.collections, label: 'All categories' },
  { value: patterns.products, label: 'All products' },
]

/** The shop's own addresses, to choose a link from. @param present one that is kept although it is none of them */
export function useShopAddresses(present?: string | null): { value: string; label: string }[] {
  const may = useMay()
  const categories = useQuery({
    ...actQuery(staffCategories.list, {}),
    enabled: may(staffCategories.list.permission),
  })
  const pages = useQuery({ ...actQuery(staffPages.list, {}), enabled: may(staffPages.list.permission) })
  const all = [
    ...SCREENS,
    ...(categories.data ?? []).map(({ id, path }) => ({
      value: `${patterns.categoryPage}?category=${id}`,
      label: `Category: ${path}`,
    })),
    ...(pages.data ?? []).map(({ address, title }) => ({ value: address, label: `Page: ${title}` })),
  ]
  const isKnown = !present || all.some(({ value }) => value === present)
  return isKnown ? all : [{ value: present, label: present }, ...all]
}

import type { Category } from '@haat/contract/catalog'
import { cx } from '@haat/ui/cx'
import { PrefetchLink } from '../../lib/link.tsx'
import { categoryLink } from '../../paths.ts'
import { Picture } from '../../ui/picture.tsx'

interface CategoryTilesProps {
  label: string
  categories: readonly Category[]
  className: string
}

/** Categories as small round pictures in a row; nothing for none. */
export function CategoryTiles({ label, categories, className }: CategoryTilesProps) {
  if (categories.length === 0) return null
  return (
    <nav aria-label={label} className={cx('-mr-4 sm:mr-0', className)}>
      <ul className="flex gap-3 overflow-x-auto pr-4 pb-1">
        {categories.map((category) => (
          <li key={category.id} className="w-16 shrink-0 sm:w-20 [&:lang(ta)]:w-20">
            <PrefetchLink
              {...categoryLink(category)}
              className="block text-center text-xs leading-tight font-semibold hover:text-peacock"
            >
              <span className="mx-auto mb-1 block aspect-square max-sm:w-13 overflow-hidden rounded-full border border-line">
                <Picture src={category.image_url} ratio="tile" alt="" sizes="5rem" />
              </span>
              <span className="line-clamp-3">{category.name}</span>
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

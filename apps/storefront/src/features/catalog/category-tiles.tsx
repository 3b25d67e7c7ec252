import type { Category } from '@haat/contract/catalog'
import { buttonClass } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { PrefetchLink } from '../../lib/link.tsx'
import { categoryLink } from '../../paths.ts'
import { Picture } from '../../ui/picture.tsx'

interface CategoryTilesProps {
  label: string
  categories: readonly Category[]
  /** Of their names; of their pictures, to their pages, unless given. */
  linkTo?: (category: Category) => { to: string; state?: unknown }
  /** They fill their screen. */
  isLarge?: boolean
  className: string
}

/** Categories as round pictures, or as names where none has a picture, in a row; nothing for none. */
export function CategoryTiles({ label, categories, linkTo, isLarge = false, className }: CategoryTilesProps) {
  if (categories.length === 0) return null
  const hasPictures = !linkTo && categories.some(({ image_url }) => image_url !== null)
  const sizes = isLarge ? '14rem' : '5rem'
  return (
    <nav aria-label={label} className={cx('-mr-4 sm:mr-0', className)}>
      <ul
        className={
          isLarge && hasPictures
            ? 'grid grid-cols-[repeat(auto-fill,minmax(max(5.5rem,14%),1fr))] gap-4'
            : cx('flex gap-2 overflow-x-auto pr-4 pb-1 sm:flex-wrap sm:gap-3 sm:pr-0', isLarge && 'flex-wrap')
        }
      >
        {categories.map((category) => (
          <li
            key={category.id}
            className={cx(
              'shrink-0',
              hasPictures &&
                !isLarge &&
                'w-16 max-[20rem]:w-24 max-[18rem]:w-37 sm:w-20 tamil:w-23 tamil:max-[18rem]:w-37',
            )}
          >
            <PrefetchLink
              {...(linkTo ?? categoryLink)(category)}
              className={
                hasPictures
                  ? 'block text-center text-xs leading-tight font-semibold hover:text-peacock'
                  : buttonClass('outline', 'sm')
              }
            >
              {hasPictures && (
                <span className="mx-auto mb-1 block aspect-square in-[ul.flex]:max-sm:w-13 overflow-hidden rounded-full border border-line">
                  <Picture src={category.image_url} name={category.name} ratio="tile" alt="" sizes={sizes} />
                </span>
              )}
              {/* As high before the font of the script is there. */}
              <span className={cx('line-clamp-3', hasPictures && 'tamil:min-h-[3lh]')}>{category.name}</span>
              {isLarge && !hasPictures && (
                <span className="figures font-normal text-ink-soft">
                  {category.product_count.toLocaleString('en-IN')}
                </span>
              )}
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

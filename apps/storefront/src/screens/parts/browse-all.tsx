import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'

/** The way on from an empty shelf. */
export function BrowseAll() {
  return (
    <Link to={paths.collections()} className={buttonClass()}>
      View All Products
    </Link>
  )
}

/** Gallery beside facts on wide screens, above them on small ones. */
export const PRODUCT_GRID = 'grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,31rem)_1fr] lg:gap-10'

/** Gallery beside facts on wide screens, above them on small ones. */
export const PRODUCT_GRID = 'grid gap-6 lg:grid-cols-2 lg:gap-10'

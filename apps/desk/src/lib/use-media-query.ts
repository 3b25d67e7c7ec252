import { useMediaQuery } from '@haat/ui/use-media-query'

/** Whether the screen is as wide as a laptop's: tables instead of cards, a sidebar instead of a bottom bar. */
export const useIsWide = (): boolean => useMediaQuery('(width >= 64rem)')

import { SHOP_TIME_ZONE } from '@haat/contract/rules'
import { useNowAs } from '../../lib/use-now.ts'

/** The shop's day as `2026-11-21`, in every language: days are compared by it. */
export const dayOf = (date: Date): string => date.toLocaleDateString('en-CA', { timeZone: SHOP_TIME_ZONE })

export const useToday = (): string => useNowAs((time) => dayOf(new Date(time)))

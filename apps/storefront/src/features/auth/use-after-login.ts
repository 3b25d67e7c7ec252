import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { useNavigate } from 'react-router-dom'
import { mergeGuestCart } from '../../api/merge-guest-cart.ts'
import { PrefetchContext } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import type { AuthState } from './auth-form.ts'

/** Milliseconds that a login waits for the guest's cart; what comes later appears where the customer is then. */
const MERGE_PATIENCE = 2000
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What follows a login: the guest's cart moves into the account, and the screen gives way to the one before. */
export function useAfterLogin({ from: next = paths.home(), fromY }: AuthState) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const prefetch = use(PrefetchContext)
  return {
    prepare() {
      void mergeGuestCart(queries, next)
      void queries.invalidateQueries({ queryKey: ['me'] })
      prefetch(next)
    },
    async leave() {
      await Promise.race([mergeGuestCart(queries, next), delay(MERGE_PATIENCE)])
      void navigate(next, { replace: true, state: { scrollY: fromY, isAfterLogin: true } })
    },
  }
}

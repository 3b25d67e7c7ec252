/** What a page that the server has rendered brings along: the replies it shows, and the shop's time. */
import {
  FROZEN_METRIC,
  REPLIES_ELEMENT,
  type StoredReplies,
  TIME_METRIC,
} from '@haat/contract/page-rendering'
import type { QueryClient } from '@tanstack/react-query'
import { setServerTime } from '../lib/use-now.ts'
import { answerFrom } from './client.ts'
import { settingsQuery } from './settings.queries.ts'

/** Lets the replies in the document answer calls. @returns false where the server has not rendered the page */
export function openReplies(): boolean {
  const json = document.getElementById(REPLIES_ELEMENT)?.textContent
  if (!json) return false
  const replies: StoredReplies = JSON.parse(json)
  answerFrom((address) => replies[address])
  return true
}

/** Ends `openReplies`, and fetches again what may be old: all that a browser shows without asking the server. */
export function closeReplies(queryClient: QueryClient): void {
  answerFrom(undefined)
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (page?.transferSize === 0) void queryClient.invalidateQueries()
  // The reply in the document has the time at which the server rendered it.
  else if (!page || !followServerTime(page)) void queryClient.invalidateQueries(settingsQuery())
}

/** Sets the clock by the page's Server-Timing header. @returns false where the browser does not show it, without HTTPS */
function followServerTime(page: PerformanceNavigationTiming): boolean {
  const metrics = page.serverTiming ?? []
  const sent = metrics.find(({ name }) => name === TIME_METRIC)
  if (!sent) return false
  const isFrozen = metrics.some(({ name }) => name === FROZEN_METRIC)
  const passed = isFrozen ? 0 : performance.now() - page.responseStart
  setServerTime(new Date(Date.parse(sent.description) + passed), isFrozen)
  return true
}

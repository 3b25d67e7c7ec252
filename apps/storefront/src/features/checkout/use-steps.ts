import { useLocation, useSearchParams } from 'react-router-dom'

export type Step = 1 | 2 | 3

const stepOf = (text: string | null): Step => (text === '2' ? 2 : text === '3' ? 3 : 1)

/**
 * Step and chosen address of a checkout, kept in the address bar: reload and the browser's Back go where the
 * shopper expects. Steps forward are history entries, steps back and choices are not.
 */
export function useSteps() {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const step = stepOf(search.get('step'))
  const change = (changes: Record<string, string>, replace: boolean) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) next.set(name, value)
    setSearch(next, { state, replace })
  }
  return {
    step,
    /** Id of the chosen address; 0 before the shopper has chosen. */
    addressId: Number(search.get('address') ?? 0),
    goTo: (target: Step) => change({ step: String(target) }, target < step),
    choose: (addressId: number) => change({ address: String(addressId) }, true),
  }
}

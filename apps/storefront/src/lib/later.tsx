import { type ComponentType, useEffect, useState } from 'react'
import { FIRST_WAIT, LONGEST_WAIT, whenReachable } from './reachable.ts'

/**
 * A component that screens do without at first: it renders nothing until its code is here. Where that cannot be loaded, it
 * is loaded again once the shop answers, ever more rarely; `lazy` alone would end the whole screen.
 *
 * @returns the component, and a function that loads its code ahead
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined
  const loadOnce = async () => (Loaded ??= await load())
  function Later(props: Props) {
    const [Found, setFound] = useState(() => Loaded)
    useEffect(() => {
      if (Found) return
      let wait = FIRST_WAIT
      let waiting: ReturnType<typeof whenReachable> | undefined
      let isOver = false
      const loadAgain = (): void => {
        if (isOver) return
        waiting = whenReachable(tryToLoad, wait)
        wait = Math.min(wait * 2, LONGEST_WAIT)
      }
      const tryToLoad = (): void => void loadOnce().then((Code) => setFound(() => Code), loadAgain)
      tryToLoad()
      return () => {
        isOver = true
        waiting?.stop()
      }
    }, [Found])
    return Found && <Found {...props} />
  }
  return [Later, () => void loadOnce().catch(() => undefined)] as const
}

import { useEffect, useState } from 'react'
import { FIRST_WAIT, LONGEST_WAIT, whenReachable } from './reachable.ts'

/**
 * Whether code that a screen does without at first is here. Where it cannot be loaded, it is loaded again once the shop
 * answers, ever more rarely; `lazy` alone would end the whole screen.
 *
 * @param load imports the code
 * @param isWanted loads it now
 */
export function useCode(load: () => Promise<unknown>, isWanted: boolean): boolean {
  const [isHere, setIsHere] = useState(false)
  useEffect(() => {
    if (!isWanted || isHere) return
    let wait = FIRST_WAIT
    let waiting: ReturnType<typeof whenReachable> | undefined
    let isOver = false
    const loadAgain = (): void => {
      if (isOver) return
      waiting = whenReachable(tryToLoad, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT)
    }
    const tryToLoad = (): void => void load().then(() => setIsHere(true), loadAgain)
    tryToLoad()
    return () => {
      isOver = true
      waiting?.stop()
    }
  }, [load, isWanted, isHere])
  return isHere
}

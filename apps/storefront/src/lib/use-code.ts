import { useEffect, useState } from 'react'
import { useOnline } from './use-online.ts'

/**
 * Whether code that a screen does without at first is here. Without a network it is loaded when that comes back, where
 * `lazy` alone would end the whole screen.
 *
 * @param load imports the code
 * @param isWanted loads it now
 */
export function useCode(load: () => Promise<unknown>, isWanted: boolean): boolean {
  const online = useOnline()
  const [isHere, setIsHere] = useState(false)
  useEffect(() => {
    if (!isWanted || isHere) return
    void load().then(
      () => setIsHere(true),
      () => undefined,
    )
  }, [load, isWanted, isHere, online])
  return isHere
}

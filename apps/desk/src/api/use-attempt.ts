import { useState } from 'react'
import { messageOf } from './client.ts'

/** Runs what may fail. `failure` is the sentence that says why the last one did. */
export function useAttempt() {
  const [failure, setFailure] = useState<string>()
  /** @returns whether it was done */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setFailure(undefined)
    try {
      await work()
      return true
    } catch (error) {
      setFailure(messageOf(error))
      return false
    }
  }
  return { failure, attempt }
}

import { useState } from 'react'
import { toast } from '../ui/toast.ts'
import { asCallError, type CallError, messageOf } from './client.ts'

/** Runs what may fail, and says by a message why it did. */
export async function orToast(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    toast('error', messageOf(error))
  }
}

/** Runs what may fail. `failure` is the sentence that says why the last one did, `error` all that is known of it. */
export function useAttempt() {
  const [error, setError] = useState<CallError>()
  /** @returns whether it was done */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setError(undefined)
    try {
      await work()
      return true
    } catch (caught) {
      setError(asCallError(caught))
      return false
    }
  }
  /** The attributes of a field, with what is wrong with it. */
  const field = (name: string) => ({
    name,
    error: error?.errors.find(({ path }) => path.endsWith(name))?.message,
  })
  return { failure: error?.message, error, attempt, field }
}

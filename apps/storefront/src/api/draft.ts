import { useEffect, useState } from 'react'
import { parseJson, store, stored } from '../lib/device-storage.ts'
import { listen } from '../lib/listen.ts'
import { onSessionEnd, readSession, useSession } from './session.ts'

/**
 * What is typed into a form when the session ends, for the same customer's return to the same screen. It never leaves
 * the page's memory.
 */
export function formDraft<Values>() {
  let draft: { pathname: string; userId: number; values: Values } | null = null
  return {
    /** Keeps what `read` returns when the session ends while the form is open. */
    useKeep(read: () => Values): void {
      useEffect(() => {
        const userId = readSession()?.user.id
        const { pathname } = window.location
        return onSessionEnd((end) => {
          if (end !== 'logout' && userId !== undefined) draft = { pathname, userId, values: read() }
        })
      })
    },
    /** Null if there is nothing. */
    read(): Values | null {
      const isOwn = draft?.pathname === window.location.pathname && draft.userId === readSession()?.user.id
      return isOwn && draft ? draft.values : null
    },
    forget: (): void => void (draft = null),
  }
}

/**
 * What is typed into a form that was closed without saving: it stays until the customer leaves the screen, also while the
 * page loads again in another language.
 *
 * @param name on the device, which has it no longer than that load
 * @returns it, and what replaces it
 */
export function useUnsaved<Values>(name: string) {
  const userId = useSession()?.user.id
  const [unsaved, setUnsaved] = useState(() => {
    const kept = parseJson(stored(name)) as { userId: number; values: Values } | null
    return kept?.userId === userId ? kept?.values : undefined
  })
  useEffect(() => {
    const remove = () => store(name, null)
    remove()
    return remove
  }, [name])
  useEffect(() => {
    if (unsaved === undefined) return
    const keep = () => store(name, JSON.stringify({ userId, values: unsaved }))
    return listen(window, ['languagechange'], keep)
  }, [name, userId, unsaved])
  return [unsaved, setUnsaved] as const
}

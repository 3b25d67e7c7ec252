import { useEffect } from 'react'
import { onSessionEnd, readSession } from './session.ts'

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

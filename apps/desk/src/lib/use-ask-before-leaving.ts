import { useEffect } from 'react'

const QUESTION = 'Leave what you have typed? It is not saved.'

/** Whether what is typed may be dropped. */
export const mayLeave = (isTyped: boolean): boolean => !isTyped || window.confirm(QUESTION)

/** Asks before a link, or the browser, leaves a page with something that is typed and cannot be kept on the device. */
export function useAskBeforeLeaving(isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return
    const onClick = (event: MouseEvent): void => {
      const link = event.target instanceof Element && event.target.closest('a[href]:not([target])')
      if (!link || mayLeave(true)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault()
    document.addEventListener('click', onClick, true)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      document.removeEventListener('click', onClick, true)
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [isTyped])
}

/** The dialog over a screen, opened by what is done there. */
import { createContext, Fragment, type ReactNode, Suspense, use, useState } from 'react'

/** What is drawn. @param close takes it away */
export type DrawDialog = (close: () => void) => ReactNode

const Dialogs = createContext<(draw: DrawDialog) => void>(() => undefined)

/** Opens a dialog, in the place of one that is open. It stays whatever becomes of what opened it. */
export const useDialog = () => use(Dialogs)

/** Shows the dialogs of its children. */
export function DialogHost({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ draw: DrawDialog; at: number }>()
  const open = (draw: DrawDialog) => setShown((before) => ({ draw, at: (before?.at ?? 0) + 1 }))
  return (
    <Dialogs value={open}>
      {children}
      <Suspense>
        {shown && <Fragment key={shown.at}>{shown.draw(() => setShown(undefined))}</Fragment>}
      </Suspense>
    </Dialogs>
  )
}

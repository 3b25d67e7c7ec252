import { type ReactNode, startTransition, StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { closeReplies, openReplies } from './api/first-view.ts'
import { createQueryClient } from './api/query-client.ts'
import { openSession } from './api/session.ts'
import { App } from './app.tsx'
import { speakAsDocument } from './lib/i18n.ts'
import { loadFirstView, prefetchScreen } from './routes.tsx'
import './styles.css'
import { preloadToasts } from './ui/toast.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const queryClient = createQueryClient()
openSession()
const address = window.location.pathname + window.location.search
const shop = (
  <StrictMode>
    <BrowserRouter>
      <App queryClient={queryClient} />
    </BrowserRouter>
  </StrictMode>
)

/** Null for a click, otherwise what a field holds, or whether it is checked. */
type EarlyInput = string | boolean | null
type EarlyInputs = Iterable<[control: HTMLElement, EarlyInput]>
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

declare global {
  interface Window {
    /** Of start.js. @returns what was clicked and entered before React had taken the page over */
    endEarlyInputs?: () => EarlyInputs
  }
}

/** Enters a text as a shopper does: React ignores events of a field whose value it has set itself. */
function enter(field: Field, text: string): void {
  field.value = `${text} `
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

function repeat(control: HTMLElement, input: EarlyInput): void {
  // Lets React take the control over, if it has not: it takes what a field then holds for its first value.
  control.dispatchEvent(new Event('touchcancel', { bubbles: true }))
  if (typeof input === 'string') return enter(control as Field, input)
  if (input !== null) (control as HTMLInputElement).checked = !input
  // Unlike `click()`, also during a click on it.
  control.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
}

/** Repeats early inputs once the page has been taken over, and knows who is logged in. */
function RepeatInputs({ children }: { children: ReactNode }) {
  useEffect(() => {
    const inputs = window.endEarlyInputs?.() ?? []
    const timer = setTimeout(() => {
      for (const [control, input] of inputs) repeat(control, input)
    })
    return () => clearTimeout(timer)
  }, [])
  return children
}

/** Settled before anything is drawn. Without a catalogue the texts are in English. */
const spoken = speakAsDocument().catch(() => undefined)

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** In several tasks: a long one would keep a slow phone from reacting. */
async function hydrate(rendered: Element): Promise<void> {
  await nextTask()
  // Without its code the screen says so.
  await Promise.all([spoken, loadFirstView(queryClient, address).catch(() => undefined)])
  await nextTask()
  // In a transition React takes the page over in small steps.
  startTransition(() => void hydrateRoot(rendered, <RepeatInputs>{shop}</RepeatInputs>))
  closeReplies(queryClient)
}

if (openReplies()) void hydrate(root)
else {
  window.endEarlyInputs?.()
  prefetchScreen(queryClient, address)
  void spoken.then(() => createRoot(root).render(shop))
}
preloadToasts()

/** Milliseconds until the worker comes, which fetches the code of all screens: what is on the screen goes before. */
const WORKER_DELAY = 4000
setTimeout(() => void navigator.serviceWorker?.register('/worker.js').catch(() => undefined), WORKER_DELAY)

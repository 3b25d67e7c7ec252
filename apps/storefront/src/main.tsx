import { type ReactNode, StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { closeReplies, openReplies } from './api/first-view.ts'
import { createQueryClient } from './api/query-client.ts'
import { openSession } from './api/session.ts'
import { App } from './app.tsx'
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
declare global {
  interface Window {
    /** Of early-clicks.js. @returns the buttons that were clicked before React listened */
    endEarlyClicks?: () => Iterable<HTMLElement>
  }
}

const CLICK_AGAIN_MS = 50
const CLICKS_MAX = 200

/** Clicks until React, which stops clicks on parts whose code it waits for, lets one through. */
function clickAgain(button: HTMLElement, left = CLICKS_MAX): void {
  let arrived = false
  button.addEventListener('click', () => (arrived = true), { once: true })
  button.click()
  if (!arrived && left > 0 && button.isConnected)
    setTimeout(() => clickAgain(button, left - 1), CLICK_AGAIN_MS)
}

/** Clicks buttons once the page has been taken over, and knows who is logged in. */
function ClickAgain({ buttons, children }: { buttons: readonly HTMLElement[]; children: ReactNode }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const button of buttons) clickAgain(button)
    })
    return () => clearTimeout(timer)
  }, [buttons])
  return children
}

async function hydrate(rendered: Element): Promise<void> {
  await loadFirstView(queryClient, address)
  hydrateRoot(rendered, <ClickAgain buttons={[...(window.endEarlyClicks?.() ?? [])]}>{shop}</ClickAgain>)
  closeReplies(queryClient)
}

if (openReplies()) void hydrate(root)
else {
  prefetchScreen(queryClient, address)
  createRoot(root).render(shop)
}
preloadToasts()

import { StrictMode } from 'react'
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
async function hydrate(rendered: Element): Promise<void> {
  await loadFirstView(queryClient, address)
  hydrateRoot(rendered, shop)
  closeReplies(queryClient)
}

if (openReplies()) void hydrate(root)
else {
  prefetchScreen(queryClient, address)
  createRoot(root).render(shop)
}
preloadToasts()

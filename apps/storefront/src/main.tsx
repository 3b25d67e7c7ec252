import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient } from './api/query-client.ts'
import { openSession } from './api/session.ts'
import { App } from './app.tsx'
import { prefetchScreen } from './routes.tsx'
import './styles.css'
import { preloadToasts } from './ui/toast.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const queryClient = createQueryClient()
openSession()
prefetchScreen(queryClient, window.location.pathname + window.location.search)

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App queryClient={queryClient} />
    </BrowserRouter>
  </StrictMode>,
)
preloadToasts()

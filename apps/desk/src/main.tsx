import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient, meQuery } from './api/queries.ts'
import { App } from './app.tsx'
import './styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const client = createQueryClient()
void client.prefetchQuery(meQuery)
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <BrowserRouter basename="/desk">
        <App />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)

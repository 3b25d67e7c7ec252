import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './vite/precompress.ts'
import { wirePlan } from './vite/wire-plan.ts'

/** Where the API listens while the storefront is developed with hot reload. */
const api = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [wirePlan(), react(), tailwindcss(), precompress()],
  server: {
    proxy: Object.fromEntries(
      ['/api', '/media', '/pay', '/docs', '/dev', '/healthz', '/readyz'].map((path) => [path, api]),
    ),
  },
  build: {
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})

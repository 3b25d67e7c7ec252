import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './vite/precompress.ts'
import { wirePlan } from './vite/wire-plan.ts'

/** Libraries of every screen: a chunk of their own, which stays in the cache when only the shop's code changes. */
const VENDOR =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/[a-z-]+|lucide-react\/dist\/esm(?!\/icons))\//

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
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'vendor', test: VENDOR }] } } },
  },
})

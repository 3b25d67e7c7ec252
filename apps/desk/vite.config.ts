import tailwindcss from '@tailwindcss/vite'
import { precompress } from '@haat/ui/precompress'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Address of the API during development with hot reload. */
const API = 'http://127.0.0.1:3000'

/** Libraries of every screen. Their own chunk stays cached when only the desk's code changes. */
const VENDOR =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(query|react-query)[a-z-]*|zod)\//

/** What most screens share, loaded after the first paint. */
const COMPONENTS = /node_modules\/(@base-ui|@floating-ui)\//

export default defineConfig({
  base: '/desk/',
  plugins: [react(), tailwindcss(), precompress()],
  server: { port: 5174, proxy: { '/api': API, '/media': API } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: VENDOR },
            { name: 'components', test: COMPONENTS },
          ],
        },
      },
    },
  },
})

import tailwindcss from '@tailwindcss/vite'
import { precompress } from '@haat/ui/precompress'
import react from '@vitejs/plugin-react'
import type * as Rules from '@haat/contract/rules'
import type { Plugin } from 'vite'
import { defineConfig, runnerImport } from 'vite'
import { messages } from './vite/messages.ts'
import { offline } from './vite/offline.ts'
import { shakeRouter } from './vite/shake-router.ts'
import { wirePlan } from './vite/wire-plan.ts'

/** Address of the API during development with hot reload. */
const API = 'http://127.0.0.1:3000'

/** Libraries of every screen. Their own chunk stays cached when only the shop's code changes. */
const VENDOR =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/[a-z-]+|lucide-react\/dist\/esm(?!\/icons))\//

/** What most screens share: a request for each small file would cost more than the file. */
const SHARED =
  /src\/(features\/(catalog\/(product-grid|product-strip|category-tiles)|wishlist\/wishlist|compare\/compare-button|deals\/deal-clock|cart\/add-to-cart)|ui\/(carousel|dialog|price|stars|tabs)|screens\/product-actions|lib\/format)\.tsx?$|packages\/ui\/src\/badge\.tsx$|lucide-react\/dist\/esm\/icons\/chevron-down/

const proxyToApi = (): Plugin => ({
  name: 'haat:proxy-to-api',
  apply: 'serve',
  async config() {
    const { module } = await runnerImport<typeof Rules>('@haat/contract/rules', { root: import.meta.dirname })
    return { server: { proxy: Object.fromEntries(module.SERVER_PATHS.map((path) => [`/${path}`, API])) } }
  },
})

/** The build for browsers has a chunk for libraries; the build for the server contains all that it needs. */
const twoBuilds = (): Plugin => ({
  name: 'haat:two-builds',
  apply: 'build',
  config: (_config, { isSsrBuild }) =>
    isSsrBuild
      ? {
          define: { 'process.env.NODE_ENV': '"production"' },
          ssr: { noExternal: true },
          build: { copyPublicDir: false },
        }
      : {
          build: {
            manifest: true,
            rolldownOptions: {
              output: {
                codeSplitting: {
                  groups: [
                    { name: 'vendor', test: VENDOR },
                    { name: 'shared', test: SHARED },
                  ],
                },
              },
            },
          },
        },
})

export default defineConfig({
  plugins: [
    wirePlan(),
    proxyToApi(),
    twoBuilds(),
    messages(),
    shakeRouter(),
    react(),
    tailwindcss(),
    offline(),
    precompress(),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})

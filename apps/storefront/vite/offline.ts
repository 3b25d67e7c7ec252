import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type * as Rules from '@haat/contract/rules'
import { type Plugin, runnerImport } from 'vite'

const worker = fileURLToPath(new URL('worker.js', import.meta.url))

/** What opens each screen; languages, and what a screen may load later, are kept once they were needed. */
const NEEDED = /src\/(screens\/.*-screen|ui\/toaster|api\/merge-guest-cart)\.tsx?$/
const LATIN = /^assets\/anek-latin-(basic|rupee)/

/** Writes the service worker, with the names of the files that it fetches ahead: another build has another worker. */
export function offline(): Plugin {
  return {
    name: 'haat:offline',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async generateBundle(_options, bundle) {
      const files = new Set<string>()
      const add = (name: string): void => {
        const chunk = bundle[name]
        if (files.has(name) || chunk?.type !== 'chunk') return
        files.add(name)
        for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
        chunk.imports.forEach(add)
      }
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && LATIN.test(file.fileName)) files.add(file.fileName)
        if (file.type === 'chunk' && (file.isEntry || NEEDED.test(file.facadeModuleId ?? '')))
          add(file.fileName)
      }
      const { module } = await runnerImport<typeof Rules>('@haat/contract/rules', {
        root: import.meta.dirname,
      })
      const code = readFileSync(worker, 'utf8')
      const FILES = [...files].toSorted().map((name) => `/${name}`)
      const VERSION = createHash('sha256')
        .update(code + FILES.join())
        .digest('base64url')
        .slice(0, 12)
      const constants = Object.entries({ FILES, SERVER_PATHS: module.SERVER_PATHS, VERSION })
      const source = constants.map(([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`).join('')
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: source + code })
    },
  }
}

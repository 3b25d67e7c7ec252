/**
 * Bundles the server and the `haat` command into a few files. Node can run the sources directly, but then reads several hundred files and
 * resolves each import; the bundle halves start-up time and memory.
 */
import { defineConfig } from 'rolldown'

/** The contract, and drizzle-orm with its several hundred small files. Other packages are loaded from node_modules. */
const BUNDLED = /^(@haat\/contract|drizzle-orm)(\/|$)/

export default defineConfig({
  input: { main: 'src/main.ts', haat: 'src/haat.ts' },
  platform: 'node',
  external: (id) => /^[@\w]/.test(id) && !/^[a-z]:/i.test(id) && !BUNDLED.test(id) && !id.startsWith('src/'),
  output: { dir: 'dist', format: 'esm', cleanDir: true, sourcemap: true },
})

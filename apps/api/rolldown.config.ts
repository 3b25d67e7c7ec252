/**
 * The server as a few files. Node runs the sources as they are, but a start then reads several hundred files and
 * looks each import up in its package's manifest: in one piece it starts in half the time and memory.
 */
import { defineConfig } from 'rolldown'

/** Ours, and the library of several hundred small files. The others are loaded from node_modules. */
const BUNDLED = /^(@haat\/contract|drizzle-orm)(\/|$)/

export default defineConfig({
  input: { main: 'src/main.ts' },
  platform: 'node',
  external: (id) => /^[@\w]/.test(id) && !/^[a-z]:/i.test(id) && !BUNDLED.test(id) && !id.startsWith('src/'),
  output: { dir: 'dist', format: 'esm', cleanDir: true, sourcemap: true },
})

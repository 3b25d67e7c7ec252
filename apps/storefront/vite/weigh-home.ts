/** After a build, prints the gzipped size of the JavaScript that Home loads; exits with 1 above the limit. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const LIMIT = 115_000
const dist = new URL('../dist/', import.meta.url)

interface Chunk {
  file: string
  imports?: string[]
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))

function collect(key: string, found: Set<string>): Set<string> {
  const chunk = manifest[key]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const next of chunk.imports ?? []) collect(next, found)
  return found
}

const files = [...collect('index.html', new Set<string>())]
const sizes = files.map((file) => gzipSync(readFileSync(fileURLToPath(new URL(file, dist)))).length)
const total = sizes.reduce((sum, size) => sum + size, 0)
for (const [index, file] of files.entries()) console.log(String(sizes[index]).padStart(7), file)
console.log(String(total).padStart(7), `of ${LIMIT} bytes`)
if (total > LIMIT) process.exitCode = 1

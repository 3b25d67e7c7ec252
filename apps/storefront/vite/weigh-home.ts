/**
 * After a build, prints the size of the JavaScript that Home starts with, in Brotli, as browsers get it over TLS; exits
 * with 1 above the limit. What Home loads later is counted by `npm run bench -- lighthouse`.
 */
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const LIMIT = 130_000
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

const shell = collect('index.html', new Set<string>())
const files = [...collect('src/screens/home-screen.tsx', shell)]
const sizes = files.map((file) => statSync(fileURLToPath(new URL(`${file}.br`, dist))).size)
const total = sizes.reduce((sum, size) => sum + size, 0)
for (const [index, file] of files.entries()) console.log(String(sizes[index]).padStart(7), file)
console.log(String(total).padStart(7), `of ${LIMIT} bytes`)
if (total > LIMIT) process.exitCode = 1

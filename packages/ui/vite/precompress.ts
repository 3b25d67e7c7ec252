import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { minify, type Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|svg|json)$/
const MIN_BYTES = 512

/**
 * Writes Brotli and gzip copies of the build's text files, so that the server need not compress per request. Minifies
 * public scripts first, which the build only copies.
 */
export function precompress(): Plugin {
  return {
    name: 'haat-precompress',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async writeBundle({ dir }) {
      if (dir === undefined) return
      const files = await readdir(dir, { recursive: true })
      for (const script of files.filter((file) => /^\w+\.js$/.test(file))) await shorten(join(dir, script))
      await Promise.all(
        files.filter((file) => COMPRESSIBLE.test(file)).map((file) => compress(join(dir, file))),
      )
    },
  }
}

async function shorten(file: string): Promise<void> {
  await writeFile(file, (await minify(file, await readFile(file, 'utf8'))).code)
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < MIN_BYTES) return
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotli))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}

/** Writes what a command exports: to standard output, or to a file that appears when it is complete. */
import { stat, open, rename, rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UserError } from './user-error.ts'

/** @param out the file, which only its owner can read; undefined for standard output */
export async function writeOutput(
  text: AsyncIterable<string> | string[],
  out: string | undefined,
): Promise<void> {
  if (out === undefined) return toStandardOutput(text)
  // A rename would put the file in the place of a device such as /dev/null.
  const before = await stat(out).catch(() => null)
  if (before && !before.isFile()) throw new UserError(`"${out}" is not a file that can be replaced.`)
  const temporary = `${out}.part`
  try {
    const handle = await open(temporary, 'w', 0o600)
    await pipeline(Readable.from(text), handle.createWriteStream())
    await rename(temporary, out)
  } catch (error) {
    await rm(temporary, { force: true })
    if (error instanceof Error && 'code' in error) throw new UserError(`"${out}" cannot be written.`)
    throw error
  }
  console.error(`Wrote ${out}.`)
}

/** The reader may close the pipe early, as `head` does. */
async function toStandardOutput(text: AsyncIterable<string> | string[]): Promise<void> {
  try {
    await pipeline(Readable.from(text), process.stdout, { end: false })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}

export async function writeBytes(bytes: Uint8Array, file: string): Promise<void> {
  await writeFile(file, bytes).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error ? new UserError(`${file} cannot be written.`) : error
  })
}

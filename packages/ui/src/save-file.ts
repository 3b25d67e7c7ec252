/** Milliseconds after which the browser has certainly begun to save the file. */
const REVOKE_DELAY = 60_000

/** Has the browser save a file under this name. */
export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY)
}

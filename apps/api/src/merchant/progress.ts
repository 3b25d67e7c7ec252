import { SingleBar } from 'cli-progress'

export interface Progress {
  to(done: number, total: number): void
  stop(): void
}

const QUIET: Progress = { to: () => undefined, stop: () => undefined }
const SHOW_AFTER_MS = 1000

/**
 * A bar on standard error for work that takes more than a second. Nothing where nobody is watching.
 *
 * @param label what is under way
 */
export function progressBar(label: string): Progress {
  if (!process.stderr.isTTY) return QUIET
  const bar = new SingleBar({
    format: `${label} {bar} {percentage} %, {eta_formatted} left`,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    etaBuffer: 50,
  })
  const began = performance.now()
  let shown = false
  return {
    to(done, total) {
      if (!shown && performance.now() - began < SHOW_AFTER_MS) return
      if (!shown) bar.start(total, done)
      else bar.update(done)
      shown = true
    },
    stop() {
      bar.stop()
    },
  }
}

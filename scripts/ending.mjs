/**
 * Calls back when this script is asked to end: by Ctrl-C, by a signal, by its terminal closing, or by the
 * death of the npm that runs it. (npm signals only the shell between the two, which dies without a word.)
 * @param {(signal: NodeJS.Signals) => void} callback may be called more than once: npm repeats Ctrl-C
 * @returns {() => void} stops listening
 */
export function onEnding(callback) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, callback)
  const watch = setInterval(() => {
    if (!orphaned()) return
    clearInterval(watch)
    callback('SIGTERM')
  }, 500)
  watch.unref()
  return () => {
    clearInterval(watch)
    for (const signal of signals) process.off(signal, callback)
  }
}

const parent = process.ppid

function orphaned() {
  return process.env.npm_lifecycle_event !== undefined && process.ppid !== parent
}

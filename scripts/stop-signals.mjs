/**
 * Calls back on SIGINT, SIGTERM and SIGHUP, and when the npm that runs this script ends. npm signals only the shell
 * between the two, which does not pass the signal on.
 * @param {(signal: NodeJS.Signals) => void} callback may be called more than once: npm repeats Ctrl-C
 * @returns {() => void} stops listening
 */
export function onStopSignal(callback) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, callback)
  const watch = setInterval(() => {
    if (!isOrphan()) return
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

function isOrphan() {
  return process.env.npm_lifecycle_event !== undefined && process.ppid !== parent
}

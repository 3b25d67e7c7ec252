/** Draws invoices in a worker thread, because drawing would delay other requests. */

/** The thread ends after as many ms without work, which frees the memory of its fonts. */
const IDLE_MS = 10_000
/** A small young generation: what Node lets it grow to stays with the process when the thread ends. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 }

/**
 * @param worker path of a module whose default export draws one thing
 * @returns draws one thing at a time; a signal ends its thread, and the next one gets a new thread
 */
export function drawingThread(worker: string) {
  const open = async () => {
    const { Piscina } = await import('piscina')
    return new Piscina<object, Uint8Array>({
      filename: worker,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: RESOURCE_LIMITS,
    })
  }
  let pool: ReturnType<typeof open> | undefined
  return async (drawing: object, signal?: AbortSignal): Promise<Uint8Array> => {
    pool ??= open()
    return (await pool).run(drawing, signal && { signal })
  }
}

/** The length of tests: short in `npm test`, long in `npm run test:nightly`. */

// Some packages are checked without Node's types.
declare const process: { env: Record<string, string | undefined> }

/** Whether this is a long run. Nothing else reads HAAT_TEST_DEPTH. */
export const isLong = process.env['HAAT_TEST_DEPTH'] === 'long'

/** Chooses a value by the length of the run. */
export const byDepth = <T>(short: T, long: T): T => (isLong ? long : short)

/** Adds tests to long runs alone: repetition and rare paths of what other tests try at every commit. */
export const atNight = (add: () => void): void => {
  if (isLong) add()
}

/** Random sequences: the same in every short run, so that a commit fails by its own fault; others in each long one. */
export const sequences = (numRuns: number, seed = 0): { numRuns: number; seed?: number } =>
  isLong ? { numRuns } : { numRuns, seed }

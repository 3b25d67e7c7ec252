/** How deep tests dig: `npm test` takes the short form, `npm run test:nightly` the long one. */

// Some packages are checked without Node's types.
declare const process: { env: Record<string, string | undefined> }

/** Whether this run takes the long form. Nothing else reads HAAT_TEST_DEPTH. */
export const isLong = process.env['HAAT_TEST_DEPTH'] === 'long'

/** Chooses a count by the depth of the run. */
export const byDepth = <T>(short: T, long: T): T => (isLong ? long : short)

// What `npm test` checks, in order.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pnpm } from './child.mjs'
import { findChromium } from './chromium.mjs'
import { root } from './paths.mjs'
import { startPostgres } from './postgres.mjs'

/** @typedef {{ passed: number, failed: number, note?: string, output?: string }} Outcome */
/**
 * `needs` names earlier steps; a step that `stopsWithout` them is not run when one of them failed.
 * @typedef {{ name: string, group: string, needs: string[], stopsWithout?: boolean, check: () => Promise<Outcome> }} Step
 */

/** What the set-up steps found: environment for the tests. @type {Record<string, string>} */
const found = {}
/** @type {Array<() => Promise<void> | void>} */
const leftOvers = []

/** @returns {Step[]} */
export function allSteps() {
  return [
    script('format', 'format:check'),
    script('lint', 'lint'),
    script('types', 'typecheck'),
    setUp('postgres', 'TEST_POSTGRES_URL', postgresUrl),
    ...testedPackages().map((folder) => unitTests(folder)),
    script('build', 'build'),
    script('unused', 'unused'),
    script('versions', 'versions'),
    setUp('chromium', 'CHROMIUM_PATH', findChromium),
    { ...tests('e2e', 'e2e'), needs: ['build', 'chromium'], stopsWithout: true },
  ]
}

/** Stops and removes what the steps left running or lying about. */
export async function cleanUp() {
  for (const remove of leftOvers.splice(0)) await remove()
}

/**
 * @param {string} name
 * @param {string} command a script of the root package.json
 * @returns {Step}
 */
function script(name, command) {
  const check = async () => {
    const { code, output } = await pnpm(['run', command])
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output }
  }
  return { name, group: 'static', needs: [], check }
}

/**
 * @param {string} name
 * @param {string} variable the environment variable that carries what was found to the tests
 * @param {() => Promise<string>} find
 * @returns {Step}
 */
function setUp(name, variable, find) {
  const check = async () => {
    try {
      found[variable] = await find()
      return { passed: 1, failed: 0 }
    } catch (error) {
      return { passed: 0, failed: 1, output: error instanceof Error ? error.message : String(error) }
    }
  }
  return { name, group: 'set-up', needs: [], check }
}

async function postgresUrl() {
  const { url, stop } = await startPostgres()
  leftOvers.push(stop)
  return url
}

/** The packages, the journeys' apart, that have a `test` script. */
function testedPackages() {
  const folders = ['apps', 'packages'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  )
  return [...folders, 'seed'].filter((folder) => {
    const manifest = join(root, folder, 'package.json')
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).scripts?.test
  })
}

/**
 * @param {string} folder
 * @returns {Step}
 */
function unitTests(folder) {
  const name = folder.replace(/^.*\//, '')
  return { ...tests(name, folder), group: 'unit', needs: name === 'api' ? ['postgres'] : [] }
}

/**
 * @param {string} name
 * @param {string} folder
 * @returns {Step}
 */
function tests(name, folder) {
  const check = async () => {
    const reports = mkdtempSync(join(tmpdir(), 'haat-test-'))
    leftOvers.push(() => rmSync(reports, { recursive: true, force: true }))
    const report = join(reports, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { code, output } = await pnpm(['--dir', folder, 'run', 'test', ...reporters], { env: found })
    return countTests(report, code, output)
  }
  return { name, group: name, needs: [], check }
}

/**
 * @param {string} report vitest's JSON report
 * @param {number} code vitest's exit code
 * @param {string} output
 * @returns {Outcome}
 */
function countTests(report, code, output) {
  if (!existsSync(report)) return { passed: 0, failed: 1, output }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  const skipped = numPendingTests + numTodoTests
  const notes = [`${numPassedTests + numFailedTests} tests`]
  if (numFailedTests > 0) notes.push(`${numFailedTests} failed`)
  if (skipped > 0) notes.push(`${skipped} skipped, and none may be`)
  const failed = Math.max(numFailedTests + skipped, code === 0 ? 0 : 1)
  return { passed: numPassedTests, failed, note: notes.join(', '), output }
}

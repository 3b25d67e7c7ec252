// The steps of `npm test`.
import fs, { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pnpm, turbo } from './child.mjs'
import { findChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { root } from './paths.mjs'
import { startPostgres } from './postgres.mjs'
import { attackWithSqlmap } from './sqlmap.mjs'
import { findStrace } from './strace.mjs'

/** @typedef {{ file: string, seconds: number }} Duration */
/** @typedef {{ file: string, name: string, error: string }} Failure a failed test, and its file from the root */
/**
 * `unstable` are the browser journeys that failed at first and passed when they ran again, `figures` measurements of tests, one
 * line each.
 * @typedef {{ passed: number, failed: number, note?: string, output?: string,
 *   failures?: Failure[], unstable?: Failure[], files?: Duration[], figures?: string[] }} Outcome
 */
/**
 * `needs` names the steps that run before; if one of them fails, this step does not run. It keeps so many `cores` busy: none
 * while it waits for downloads. A step that runs `alone` comes after all others.
 * @typedef {{ name: string, needs: string[], cores: 0 | 1 | 2, alone?: boolean, check: () => Promise<Outcome> }} Step
 */

/** The folder of test data: in memory if there is room, since a disk is slow to sync. */
const temporary = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'haat-test-'))
/** The environment of the tests, to which set-up steps add. @type {Record<string, string>} */
const environment = {
  TMPDIR: temporary,
  TEST_BUILD: join(root, 'apps', 'api', 'dist'),
}
/** How long a package's tests may take, in ms: beyond it they hang. */
let testLimit = 40 * 60_000
/** So many failed journeys run once more: a browser shares the machine with everything else. More are no chance. */
const RERUN_MAX = 2
/** On a CI machine nothing may be left out. */
const isCi = Boolean(process.env.CI)
/** Turbo caches the report with the test task, which it skips for unchanged sources. */
const REPORTERS = ['--reporter=default', '--reporter=json', '--outputFile.json=.turbo/report.json']
/** A step that was stopped may still write for a moment. @type {Array<() => Promise<void> | void>} */
const cleanUps = [() => rmSync(temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })]

/**
 * The longest steps start first: short ones then fill what they leave of the machine.
 * @param {boolean} nightly whether to run long tests and ignore the cache
 * @returns {Step[]}
 */
export function allSteps(nightly) {
  if (nightly) {
    Object.assign(environment, { HAAT_TEST_DEPTH: 'long', TURBO_FORCE: 'true' })
    testLimit = 120 * 60_000
  }
  return [
    { name: 'install', needs: [], cores: 0, check: installPackages },
    setUp('postgres', 'TEST_POSTGRES_URL', postgresUrl),
    script('build', 'build'),
    setUp('chromium', 'CHROMIUM_PATH', findChromium),
    setUp('strace', 'STRACE_PATH', findStrace, 'no disk is made to fail'),
    tests('api', 'apps/api', ['postgres', 'build', 'strace']),
    journeys('e2e', 'e2e', ['build', 'chromium']),
    // Their screens wait for timers for a third of the time.
    tests('storefront', 'apps/storefront', ['build'], 1),
    tests('desk', 'apps/desk', ['build'], 1),
    script('types', 'typecheck'),
    // Its type checker checks the same types once more on each core that it may use.
    script('lint', 'lint', { GOMAXPROCS: '1' }),
    tests('contract', 'packages/contract'),
    tests('seed', 'seed'),
    script('unused', 'unused'),
    script('format', 'format:check'),
    script('versions', 'versions'),
    { name: 'audit', needs: ['install'], cores: 0, check: audit },
    ...(nightly ? nightlySteps() : []),
  ]
}

/** @returns {Step[]} */
const nightlySteps = () => [
  { name: 'sqlmap', needs: ['install', 'build'], cores: 1, check: attackWithSqlmap },
  { name: 'load', needs: ['install', 'postgres', 'build'], cores: 2, alone: true, check: load },
]

/**
 * Measures the server under load; its table becomes figures.
 * @returns {Promise<Outcome>}
 */
async function load() {
  const { code, output } = await pnpm(['run', 'bench'], { env: environment, limit: 60 * 60_000 })
  const figures = output.split('\n').filter((line) => line.startsWith('| '))
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output, figures }
}

/** Stops the processes and removes the files of the steps. */
export async function cleanUp() {
  for (const remove of cleanUps.splice(0)) await remove()
}

function memoryFolder() {
  const folder = '/dev/shm'
  // `statfsSync` exists from Node 18.15.
  if (!existsSync(folder) || !fs.statfsSync) return undefined
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize > 2 * 1024 ** 3 ? folder : undefined
}

/**
 * @param {string} name
 * @param {string} command a script of the root package.json
 * @param {Record<string, string>} [env]
 * @returns {Step}
 */
function script(name, command, env) {
  const check = async () => {
    const { code, output } = await pnpm(['run', command], { env })
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output }
  }
  return { name, needs: ['install'], cores: 1, check }
}

/** @returns {Promise<Outcome>} */
async function installPackages() {
  return (await install()) ? { passed: 0, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * Checks the installed packages for published vulnerabilities. A registry without that service (404, 405) checks
 * nothing; the versions that known flaws require are tested all the same (`floors.test.ts`).
 * @returns {Promise<Outcome>}
 */
async function audit() {
  const { code, output } = await pnpm(['audit', '--json'], { limit: 60_000 })
  if (code === 0) return { passed: 1, failed: 0 }
  if (output.includes('"advisories"')) return { passed: 0, failed: 1, output }
  if (/responded with 40[45]/.test(output))
    return { passed: 0, failed: 0, note: 'NOT CHECKED: this registry audits no packages' }
  return leftOut('NOT CHECKED: the registry did not answer')
}

/**
 * @param {string} note what was left out, and why
 * @returns {Outcome} a failure on a CI machine
 */
const leftOut = (note) => ({ passed: 0, failed: isCi ? 1 : 0, note })

/**
 * @param {string} name
 * @param {string} variable the environment variable that passes the result to the tests
 * @param {() => Promise<string | undefined>} find
 * @param {string} [without] what is not tested where there is none
 * @returns {Step}
 */
function setUp(name, variable, find, without) {
  const check = async () => {
    try {
      const found = await find()
      if (found === undefined) return leftOut(`NOT FOUND: ${without}`)
      environment[variable] = found
      return { passed: 1, failed: 0 }
    } catch (error) {
      return { passed: 0, failed: 1, output: error instanceof Error ? error.message : String(error) }
    }
  }
  return { name, needs: [], cores: 0, check }
}

async function postgresUrl() {
  const { url, stop } = await startPostgres()
  cleanUps.push(stop)
  return url
}

/**
 * @param {string} name
 * @param {string} folder
 * @param {string[]} [needs]
 * @param {1 | 2} [cores]
 * @returns {Step}
 */
const tests = (name, folder, needs = [], cores = 2) => ({
  name,
  needs: ['install', ...needs],
  cores,
  check: () => runTests(folder),
})

/**
 * @param {string} name
 * @param {string} folder
 * @param {string[]} needs
 * @returns {Step} which runs the files of a few failed journeys once more, and names those that then pass
 */
function journeys(name, folder, needs) {
  const check = async () => {
    const outcome = await runTests(folder)
    const { passed, failures = [] } = outcome
    if (failures.length === 0 || failures.length > RERUN_MAX) return outcome
    const again = await runTests(
      folder,
      failures.map(({ file }) => relative(folder, file)),
    )
    if (again.failed > 0) return outcome
    return { ...outcome, passed: passed + failures.length, failed: 0, failures: [], unstable: failures }
  }
  return { name, needs: ['install', ...needs], cores: 2, check }
}

/**
 * @param {string} folder of a package
 * @param {string[]} [files] all without them
 * @returns {Promise<Outcome>}
 */
async function runTests(folder, files = []) {
  const report = join(root, folder, '.turbo', 'report.json')
  rmSync(report, { force: true })
  const args = ['test', `--filter=./${folder}`, '--log-prefix=none', '--', ...REPORTERS, ...files]
  const { code, output } = await turbo(args, { env: environment, limit: testLimit })
  return readReport(report, code, output)
}

/**
 * @typedef {{ fullName: string, status: string, failureMessages: string[], meta: { figure?: string } }} TestResult
 * @typedef {{ name: string, message: string, startTime: number, endTime: number, assertionResults: TestResult[] }} FileResult
 */

/**
 * @param {string} report vitest's JSON report
 * @param {number} code vitest's exit code
 * @param {string} output
 * @returns {Outcome}
 */
function readReport(report, code, output) {
  if (!existsSync(report)) return { passed: 0, failed: 1, output }
  /** @type {FileResult[]} */
  const files = JSON.parse(readFileSync(report, 'utf8')).testResults
  const tests = files.flatMap((file) => file.assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failures = files.flatMap(failuresOf)
  return {
    passed,
    failed: Math.max(failures.length, code === 0 ? 0 : 1),
    note: `${tests.length} tests`,
    output,
    failures,
    files: files.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
    figures: tests.flatMap(({ meta }) => meta.figure ?? []),
  }
}

/**
 * @param {FileResult} file
 * @returns {Failure[]} its tests that did not pass, or itself when it has no test but an error
 */
function failuresOf({ name, message, assertionResults }) {
  const file = relative(root, name)
  if (message && assertionResults.length === 0) return [{ file, name: file, error: message }]
  return assertionResults
    .filter(({ status }) => status !== 'passed')
    .map(({ fullName, status, failureMessages }) => ({
      file,
      name: `${file}: ${fullName}`,
      error: failureMessages.join('\n') || `The test is ${status}, and none may be skipped.`,
    }))
}

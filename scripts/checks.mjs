// Runs the steps of steps.mjs in parallel and adds up their results.
import { cpus } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import { exitCode, stopChildren } from './child.mjs'
import { onStopSignal } from './stop-signals.mjs'
import { allSteps, cleanUp } from './steps.mjs'

/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {import('./steps.mjs').Outcome} Outcome */
/** @typedef {import('./steps.mjs').Failure} Failure */

/** Steps together keep no more busy: beyond it each takes longer than one after the other. */
const CORES = Math.min(8, Math.max(2, cpus().length))
const SLOWEST = 10
/** Lines of an error that are printed at once; the whole output of failed checks follows the last check. */
const ERROR_LINES = 10

/**
 * Prints a line for each check and the first lines of each error, then the output of failed checks, the names of
 * failed tests, and `N passed, N failed` as the last line. Exits with 1 when anything failed. A failed check does not
 * stop the others. Browser journeys that failed at first and passed when run again are named, and count as passed.
 * @param {string[]} args `--only NAMES`: the names of the checks to run, joined by commas;
 *   `--nightly`: longer tests
 */
export async function runChecks(args) {
  onStopSignal((signal) => void stop(signal))
  const nightly = args[0] === '--nightly'
  const began = Date.now()
  const outcomes = await performAll(selectSteps(allSteps(nightly), nightly ? args.slice(1) : args))
  await cleanUp()
  for (const [name, { failed, output }] of outcomes)
    if (failed > 0 && output) console.log(`\nOutput of ${name}:\n${readable(output)}`)
  printFigures([...outcomes.values()])
  const failures = [...outcomes].flatMap(([name, outcome]) => failuresOf(name, outcome))
  printNames(
    'Unstable: failed at first, passed when run again',
    [...outcomes.values()].flatMap(({ unstable = [] }) => unstable),
  )
  printNames('Failed', failures)
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    [...outcomes.values()].reduce((total, outcome) => total + outcome[key], 0)
  console.log(`\nAll in ${Math.round((Date.now() - began) / 1000)} s.`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exit(failures.length > 0 ? 1 : 0)
}

/**
 * @param {Step[]} steps
 * @param {string[]} args
 * @returns {Step[]} the selected steps, and those that they need
 */
function selectSteps(steps, args) {
  const names = (args[0] === '--only' ? (args[1] ?? '') : args.join(',').replace(/^--only=/, ''))
    .split(',')
    .filter(Boolean)
  if (names.length === 0) return steps
  const allNames = new Set(steps.map(({ name }) => name))
  const unknown = names.filter((name) => !allNames.has(name))
  if (unknown.length > 0) {
    console.error(`No such check: ${unknown.join(', ')}. There are: ${[...allNames].join(', ')}.`)
    void cleanUp().then(() => process.exit(2))
    return []
  }
  const selected = steps.filter(({ name }) => names.includes(name))
  const needed = new Set(selected.flatMap(({ name, needs }) => [name, ...needs]))
  return steps.filter(({ name }) => needed.has(name))
}

/**
 * Runs the steps in order, a few in parallel, each after those that it needs.
 * @param {Step[]} steps
 * @returns {Promise<Map<string, Outcome>>} by name
 */
async function performAll(steps) {
  /** @type {Map<string, Outcome>} */
  const outcomes = new Map()
  /** @type {Map<string, Promise<void>>} */
  const running = new Map()
  const waiting = [...steps]
  let busy = 0
  while (waiting.length + running.size > 0) {
    const ready = waiting.findIndex(
      ({ needs, cores, alone }) =>
        needs.every((name) => outcomes.has(name)) &&
        busy + cores <= CORES &&
        (!alone || waiting.length + running.size === 1),
    )
    const step = ready >= 0 ? waiting.splice(ready, 1)[0] : undefined
    if (step) {
      busy += step.cores
      const ended = async () => {
        outcomes.set(step.name, await perform(step, outcomes))
        busy -= step.cores
        running.delete(step.name)
      }
      running.set(step.name, ended())
    } else await Promise.race(running.values())
    if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K… ${[...running.keys()].join(', ')}\r`)
  }
  return outcomes
}

/**
 * @param {Step} step
 * @param {Map<string, Outcome>} outcomes of earlier steps
 * @returns {Promise<Outcome>}
 */
async function perform(step, outcomes) {
  const began = Date.now()
  const failedNeed = step.needs.find((name) => outcomes.get(name)?.failed)
  const outcome = failedNeed ? notRun(failedNeed) : await step.check()
  const seconds = `${((Date.now() - began) / 1000).toFixed(1)} s`.padStart(8)
  const verdict = outcome.failed > 0 ? 'FAIL' : outcome.passed > 0 ? 'ok' : '?'
  console.log(`${verdict.padEnd(5)} ${step.name.padEnd(12)}${seconds}  ${outcome.note ?? ''}`.trimEnd())
  for (const { name, error } of [...failuresOf(step.name, outcome), ...(outcome.unstable ?? [])]) {
    const lines = readable(error)
      .split('\n')
      .filter((line) => line.trim() && !line.includes('node_modules'))
    console.log([`  ${name}`, ...lines.slice(0, ERROR_LINES).map((line) => `    ${line}`)].join('\n'))
  }
  return outcome
}

/**
 * @param {string} step
 * @param {Outcome} outcome
 * @returns {Failure[]} its failed tests, or itself, with the lines that name errors, when it failed without any
 */
function failuresOf(step, { failed, failures = [], note = '', output = '' }) {
  if (failed === 0 || failures.length > 0) return failures
  const errors = output.split('\n').filter((line) => /error/i.test(line))
  return [{ file: '', name: step, error: errors.join('\n') || output || note }]
}

/**
 * @param {string} title
 * @param {Failure[]} failures
 */
function printNames(title, failures) {
  if (failures.length > 0) console.log(`\n${title}:\n${failures.map(({ name }) => `  ${name}`).join('\n')}`)
}

/** @param {Outcome[]} outcomes */
function printFigures(outcomes) {
  const figures = outcomes.flatMap((outcome) => outcome.figures ?? [])
  if (figures.length > 0) console.log(`\nFigures:\n${figures.map((line) => `  ${line}`).join('\n')}`)
  const slowest = outcomes
    .flatMap((outcome) => outcome.files ?? [])
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
  if (slowest.length === 0) return
  const lines = slowest.map(({ file, seconds }) => `${`${seconds.toFixed(1)} s`.padStart(9)}  ${file}`)
  console.log(`\nSlowest test files:\n${lines.join('\n')}`)
}

/**
 * Removes colours in a log: some tools print them anyway.
 * @param {string} output
 */
function readable(output) {
  return (process.stdout.isTTY ? output : stripVTControlCharacters(output)).trimEnd()
}

/**
 * @param {string} failedNeed
 * @returns {Outcome}
 */
function notRun(failedNeed) {
  return { passed: 0, failed: 1, note: `not run, since ${failedNeed} failed` }
}

let isStopping = false
/** @param {NodeJS.Signals} signal */
async function stop(signal) {
  if (isStopping) return
  isStopping = true
  await stopChildren()
  await cleanUp()
  process.exit(exitCode(null, signal))
}

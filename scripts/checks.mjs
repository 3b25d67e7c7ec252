// Runs the steps of steps.mjs one after another and adds up what they found.
import { stripVTControlCharacters } from 'node:util'
import { exitCode, stopChildren } from './child.mjs'
import { onEnding } from './ending.mjs'
import { install } from './install.mjs'
import { allSteps, cleanUp } from './steps.mjs'

/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {import('./steps.mjs').Outcome} Outcome */

/**
 * Prints a line for each check, everything a failed one said, and `N passed, N failed` as the last line;
 * ends with exit code 1 when anything failed. A failed check does not keep the later ones from running.
 * @param {string[]} args `--only NAMES`: the checks to run, by name or group, joined by commas
 */
export async function runChecks(args) {
  onEnding((signal) => void giveUp(signal))
  const installed = await install()
  const steps = installed ? chosen(args) : []
  const total = { passed: 0, failed: installed ? 0 : 1 }
  /** @type {string[]} */
  const failures = []
  for (const step of steps) {
    const outcome = await perform(step, failures)
    if (outcome.failed > 0) failures.push(step.name)
    total.passed += outcome.passed
    total.failed += outcome.failed
  }
  await cleanUp()
  if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed > 0 ? 1 : 0)
}

/**
 * @param {string[]} args
 * @returns {Step[]} the steps asked for, and those that they need
 */
function chosen(args) {
  const steps = allSteps()
  const names = (args[0] === '--only' ? (args[1] ?? '') : args.join(',').replace(/^--only=/, ''))
    .split(',')
    .filter(Boolean)
  if (names.length === 0) return steps
  const known = new Set(steps.flatMap(({ name, group }) => [name, group]))
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length > 0) {
    console.error(`No such check: ${unknown.join(', ')}. There are: ${[...known].join(', ')}.`)
    process.exit(2)
  }
  const wanted = steps.filter(({ name, group }) => names.includes(name) || names.includes(group))
  const needed = new Set(wanted.flatMap(({ name, needs }) => [name, ...needs]))
  return steps.filter(({ name }) => needed.has(name))
}

/**
 * @param {Step} step
 * @param {string[]} failures the names of the steps that failed before
 * @returns {Promise<Outcome>}
 */
async function perform(step, failures) {
  const began = Date.now()
  const broken = step.needs.find((name) => failures.includes(name))
  if (process.stdout.isTTY) process.stdout.write(`…     ${step.name}\r`)
  const outcome = broken && step.stopsWithout ? notRun(broken) : await step.check()
  const seconds = `${((Date.now() - began) / 1000).toFixed(1)} s`.padStart(8)
  const verdict = outcome.failed > 0 ? 'FAIL' : 'ok'
  console.log(`${verdict.padEnd(5)} ${step.name.padEnd(12)}${seconds}  ${outcome.note ?? ''}`.trimEnd())
  if (outcome.failed > 0 && outcome.output) console.log(`${readable(outcome.output)}\n`)
  return outcome
}

/**
 * Some tools colour what goes into a log, too.
 * @param {string} output
 */
function readable(output) {
  return (process.stdout.isTTY ? output : stripVTControlCharacters(output)).trimEnd()
}

/**
 * @param {string} broken
 * @returns {Outcome}
 */
function notRun(broken) {
  return { passed: 0, failed: 1, note: `not run, since ${broken} failed` }
}

let givingUp = false
/** @param {NodeJS.Signals} signal */
async function giveUp(signal) {
  if (givingUp) return
  givingUp = true
  await stopChildren()
  await cleanUp()
  process.exit(exitCode(null, signal))
}

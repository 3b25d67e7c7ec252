import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The state of a clock, which snapshots store. */
export interface ClockState {
  /** Offset from the machine's clock in ms; negative when behind. */
  ahead: number
  /** Epoch ms at which the clock is frozen; null while it runs. */
  frozenAt: number | null
}

const REAL_TIME: ClockState = { ahead: 0, frozenAt: null }

/** The shop's clock: the machine's, unless /dev sets, advances or freezes it. */
export class Clock {
  #state = REAL_TIME

  readonly now = (): Date => new Date(this.#state.frozenAt ?? Date.now() + this.#state.ahead)

  get frozen(): boolean {
    return this.#state.frozenAt !== null
  }

  get state(): ClockState {
    return this.#state
  }

  restore(state: ClockState): void {
    this.#state = state
  }

  set(moment: Date): void {
    const time = moment.getTime()
    this.#state = { ahead: time - Date.now(), frozenAt: this.frozen ? time : null }
  }

  /** @param seconds may be negative */
  advance(seconds: number): void {
    this.set(new Date(this.now().getTime() + seconds * 1000))
  }

  freeze(): void {
    this.#state = { ...this.#state, frozenAt: this.now().getTime() }
  }

  /** Runs on from the frozen time. */
  unfreeze(): void {
    const { frozenAt } = this.#state
    if (frozenAt !== null) this.#state = { ahead: frozenAt - Date.now(), frozenAt: null }
  }

  /** Returns to the machine's time. */
  reset(): void {
    this.#state = REAL_TIME
  }
}

const sharedFile = (dataDir: string): string => join(dataDir, 'dev-clock.json')

/** Lets the shop's commands see the clock of this server, as long as it runs. */
export function shareClock(dataDir: string, { state }: Pick<Clock, 'state'>): void {
  const file = sharedFile(dataDir)
  if (state.ahead === 0 && state.frozenAt === null) rmSync(file, { force: true })
  else writeFileSync(file, JSON.stringify({ ...state, pid: process.pid }), { mode: 0o600 })
}

/** The clock that a running server shares; undefined when it has the machine's time, or does not run. */
export function sharedClock(dataDir: string): Clock | undefined {
  try {
    const { pid, ...state } = JSON.parse(readFileSync(sharedFile(dataDir), 'utf8')) as ClockState & {
      pid: number
    }
    // Throws when there is no such process.
    process.kill(pid, 0)
    const clock = new Clock()
    clock.restore(state)
    return clock
  } catch {
    return undefined
  }
}

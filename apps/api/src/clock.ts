/** The state of a clock, which snapshots store. */
export interface ClockState {
  /** Offset from the machine's clock in ms; negative when behind. */
  ahead: number
  /** Epoch ms at which the clock is frozen; null while it runs. */
  frozenAt: number | null
}

/** The shop's clock: the machine's, unless /dev sets, advances or freezes it. */
export class Clock {
  #ahead = 0
  #frozenAt: number | null = null

  readonly now = (): Date => new Date(this.#frozenAt ?? Date.now() + this.#ahead)

  get frozen(): boolean {
    return this.#frozenAt !== null
  }

  get state(): ClockState {
    return { ahead: this.#ahead, frozenAt: this.#frozenAt }
  }

  restore({ ahead, frozenAt }: ClockState): void {
    this.#ahead = ahead
    this.#frozenAt = frozenAt
  }

  set(moment: Date): void {
    this.#ahead = moment.getTime() - Date.now()
    if (this.frozen) this.#frozenAt = moment.getTime()
  }

  /** @param seconds may be negative */
  advance(seconds: number): void {
    this.set(new Date(this.now().getTime() + seconds * 1000))
  }

  freeze(): void {
    this.#frozenAt = this.now().getTime()
  }

  /** Runs on from the frozen time. */
  unfreeze(): void {
    if (this.#frozenAt === null) return
    this.#ahead = this.#frozenAt - Date.now()
    this.#frozenAt = null
  }

  /** Returns to the machine's time. */
  reset(): void {
    this.#ahead = 0
    this.#frozenAt = null
  }
}

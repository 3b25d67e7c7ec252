/** How a clock is set: what a snapshot keeps of it. */
export interface ClockState {
  /** Milliseconds by which it is ahead of the machine's; negative is behind. */
  ahead: number
  /** The moment at which it stands still, in epoch ms; null while it goes. */
  frozenAt: number | null
}

/** The shop's clock. In production it is the machine's; under /dev it can be set, moved and stopped. */
export class Clock {
  /** Milliseconds by which the shop's time is ahead of the machine's. */
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

  /** Goes on from where it stopped. */
  thaw(): void {
    if (this.#frozenAt === null) return
    this.#ahead = this.#frozenAt - Date.now()
    this.#frozenAt = null
  }

  /** Back to the machine's time. */
  reset(): void {
    this.#ahead = 0
    this.#frozenAt = null
  }
}

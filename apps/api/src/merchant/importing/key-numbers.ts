/**
 * A number for each of very many texts, in 16 bytes each: which line named a variant first, what became of a
 * product. So that a second row for the same thing is refused instead of overwriting the first on every run.
 */
const START = 1 << 12
const FULL = 0.6

export class KeyNumbers {
  #keys = new Float64Array(START)
  #numbers = new Float64Array(START)
  #count = 0

  get(text: string): number | undefined {
    const key = digest(text)
    const at = this.#find(key)
    return this.#keys[at] === key ? this.#numbers[at] : undefined
  }

  set(text: string, number: number): void {
    const key = digest(text)
    const at = this.#find(key)
    if (this.#keys[at] !== key) this.#count += 1
    this.#keys[at] = key
    this.#numbers[at] = number
    if (this.#count > this.#keys.length * FULL) this.#grow()
  }

  #find(key: number): number {
    const mask = this.#keys.length - 1
    let at = key % this.#keys.length
    while (this.#keys[at] !== 0 && this.#keys[at] !== key) at = (at + 1) & mask
    return at
  }

  #grow(): void {
    const [keys, numbers] = [this.#keys, this.#numbers]
    this.#keys = new Float64Array(keys.length * 2)
    this.#numbers = new Float64Array(keys.length * 2)
    for (const [index, key] of keys.entries()) {
      if (key === 0) continue
      const at = this.#find(key)
      this.#keys[at] = key
      this.#numbers[at] = numbers[index] ?? 0
    }
  }
}

/** 53 bits of a hash (cyrb53), never 0. Two of a million texts meet with odds of one in 20,000. */
function digest(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (b & 0x1f_ffff) * 2 ** 32 + (a >>> 0) || 1
}

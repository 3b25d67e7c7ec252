/** FNV-1a. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

/** A number in 0…1 that depends on the text alone. */
export function chance(text: string): number {
  let h = hash(text)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 0x1_0000_0000
}

export function pick<T>(text: string, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(chance(text) * choices.length)] ?? choices[0]
}

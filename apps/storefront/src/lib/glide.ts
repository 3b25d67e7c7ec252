const easeOut = (t: number): number => 1 - (1 - t) ** 3

/**
 * Scrolls an element sideways in a given time, which `scrollTo` cannot promise.
 *
 * @param ms 0 jumps
 * @param done called at the end, also when the shopper's hand takes over
 * @returns stops it where it is
 */
export function glide(element: HTMLElement, left: number, ms: number, done: () => void): () => void {
  const from = element.scrollLeft
  const started = performance.now()
  let frame = 0
  const finish = () => {
    cancelAnimationFrame(frame)
    element.style.scrollSnapType = ''
    for (const hand of ['pointerdown', 'wheel']) element.removeEventListener(hand, finish)
    done()
  }
  const step = (time: number) => {
    const part = ms === 0 ? 1 : Math.min(1, Math.max(0, (time - started) / ms))
    element.scrollLeft = from + (left - from) * easeOut(part)
    if (part < 1) frame = requestAnimationFrame(step)
    else finish()
  }
  element.style.scrollSnapType = 'none'
  for (const hand of ['pointerdown', 'wheel']) element.addEventListener(hand, finish, { passive: true })
  frame = requestAnimationFrame(step)
  return finish
}

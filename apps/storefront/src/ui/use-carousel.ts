import type { FocusEvent } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { glide } from '../lib/glide.ts'
import { useReducedMotion } from '../lib/use-media-query.ts'

interface CarouselOptions {
  /** Milliseconds a slide stays; absent for a carousel that only the shopper moves. */
  autoplayMs?: number
  /** Milliseconds a change of slides takes. */
  speedMs?: number
}

/** Where the slides start, as far as the list can scroll to them. */
function stopsOf(list: HTMLElement): number[] {
  const slides = [...list.children].filter((slide) => slide instanceof HTMLElement)
  const first = slides[0]?.offsetLeft ?? 0
  const end = list.scrollWidth - list.clientWidth
  const starts = slides.map((slide) => slide.offsetLeft - first)
  const reachable = starts.filter((start) => start <= end + 2)
  return reachable.length > 0 ? reachable : [0]
}

const nearest = (stops: readonly number[], left: number): number =>
  stops.reduce(
    (best, stop, index) => (Math.abs(stop - left) < Math.abs((stops[best] ?? 0) - left) ? index : best),
    0,
  )

/**
 * A carousel on the browser's own scrolling: swipes and trackpads work as everywhere. It plays by itself unless
 * pointer or focus is on it, the shopper has paused it, or asks for less motion; after the last comes the first.
 */
export function useCarousel({ autoplayMs, speedMs = 450 }: CarouselOptions = {}) {
  const [list, setList] = useState<HTMLElement | null>(null)
  const stopGlide = useRef<(() => void) | null>(null)
  const [stops, setStops] = useState(0)
  const [selected, setSelected] = useState(0)
  const [beat, setBeat] = useState(0)
  const [held, setHeld] = useState(false)
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null)
  const reduced = useReducedMotion()
  const playing = choice === null ? !reduced : choice === 'play'
  const running = autoplayMs !== undefined && playing && !held && stops > 1

  useEffect(() => {
    if (!list) return
    const sync = () => {
      if (stopGlide.current) return
      const positions = stopsOf(list)
      setStops(positions.length)
      setSelected(nearest(positions, list.scrollLeft))
    }
    const resized = new ResizeObserver(sync)
    resized.observe(list)
    list.addEventListener('scroll', sync, { passive: true })
    return () => {
      resized.disconnect()
      list.removeEventListener('scroll', sync)
      stopGlide.current?.()
    }
  }, [list])

  const goTo = useCallback(
    (stop: number) => {
      if (!list) return
      stopGlide.current?.()
      const positions = stopsOf(list)
      const index = (stop + positions.length) % positions.length
      setSelected(index)
      stopGlide.current = glide(
        list,
        positions[index] ?? 0,
        reduced ? 0 : speedMs,
        () => (stopGlide.current = null),
      )
    },
    [list, reduced, speedMs],
  )

  useEffect(() => {
    if (!running) return
    const timer = setTimeout(() => {
      goTo(selected + 1)
      setBeat(beat + 1)
    }, autoplayMs)
    return () => clearTimeout(timer)
  }, [running, autoplayMs, selected, beat, goTo])

  return {
    /** Goes on the element whose children are the slides. */
    listRef: setList,
    selected,
    stops,
    playing,
    running,
    goTo,
    toggle: () => setChoice(playing ? 'pause' : 'play'),
    previous: () => goTo(selected - 1),
    next: () => goTo(selected + 1),
    /** Goes on the element that holds slides and controls: pointer or focus on it stops the clock. */
    hold: {
      onMouseEnter: () => setHeld(true),
      onMouseLeave: () => setHeld(false),
      onFocus: (event: FocusEvent) => setHeld(event.target.matches(':focus-visible')),
      onBlur: () => setHeld(false),
    },
  }
}

export type Carousel = ReturnType<typeof useCarousel>

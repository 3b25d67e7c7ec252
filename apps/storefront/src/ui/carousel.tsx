import { t } from '@lingui/core/macro'
import useEmblaCarousel from 'embla-carousel-react'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { Children, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { cx } from '@haat/ui/cx'
import { useReducedMotion } from '@haat/ui/use-media-query'
import { IconButton } from '@haat/ui/button'

interface CarouselOptions {
  /** Milliseconds between slides, of which the first follows the last; undefined for a carousel without autoplay. */
  autoplayMs?: number
  /** Milliseconds that the first slide stays longer: carousels beside each other do not turn at the same moment. */
  offsetMs?: number
}

/** Of the move to another slide: not a time, but about 500 ms. */
const DURATION = 20

/**
 * State and controls of a carousel, for the components below. Autoplay pauses while pointer or keyboard focus is on
 * the carousel, when the shopper has paused it, and when they prefer reduced motion.
 */
export function useCarousel({ autoplayMs, offsetMs = 0 }: CarouselOptions = {}) {
  const loop = autoplayMs !== undefined
  const [viewportRef, embla] = useEmblaCarousel({ align: 'start', duration: DURATION, loop })
  const [selected, setSelected] = useState(0)
  const [count, setCount] = useState(0)
  const [held, setHeld] = useState(false)
  const [choice, setChoice] = useState<boolean>()
  const offset = useRef(offsetMs)
  const reduced = useReducedMotion()
  const playing = choice ?? !reduced
  const running = autoplayMs !== undefined && playing && !held && count > 1

  useEffect(() => {
    if (!embla) return
    const update = () => {
      setSelected(embla.selectedScrollSnap())
      setCount(embla.scrollSnapList().length)
    }
    // React renders a transition in short tasks.
    startTransition(update)
    embla.on('select', update).on('reInit', update)
    return () => void embla.off('select', update).off('reInit', update)
  }, [embla])

  // A slide chosen before Embla has started.
  useEffect(() => {
    if (embla && embla.selectedScrollSnap() !== selected) embla.scrollTo(selected, true)
  }, [embla, selected])

  const goTo = (index: number) => (embla ? embla.scrollTo(index, reduced) : setSelected(index))
  const previous = () =>
    embla?.canScrollPrev() ? embla.scrollPrev(reduced) : embla?.scrollTo(count - 1, reduced)
  const next = useCallback(
    () => (embla?.canScrollNext() ? embla.scrollNext(reduced) : embla?.scrollTo(0, reduced)),
    [embla, reduced],
  )

  useEffect(() => {
    if (!running) return
    const move = () => {
      offset.current = 0
      next()
    }
    const timer = setTimeout(move, autoplayMs + offset.current)
    return () => clearTimeout(timer)
  }, [running, autoplayMs, selected, next])

  return {
    viewportRef,
    selected,
    /** Slides that the carousel can stop at. */
    count,
    playing,
    /** Whether the autoplay timer runs now. */
    running,
    goTo,
    previous,
    next,
    toggle: () => setChoice(!playing),
    /** The attributes of the section around slides and controls. */
    frame: {
      'aria-roledescription': 'carousel',
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
      onFocus: (event: FocusEvent) => setHeld(event.target.matches(':focus-visible')),
      onBlur: () => setHeld(false),
    },
  }
}

export type Carousel = ReturnType<typeof useCarousel>

interface SlidesProps {
  carousel: Carousel
  /** One slide at a time: once the carousel has started, keyboard and screen readers do not reach the others. */
  single?: boolean
  /** Names the list and makes it focusable, for slides without a focusable element: arrow keys move it. */
  label?: string
  /** Width of a slide, for example `w-1/2`, and its left padding, which is the gap. */
  slideClass?: string
  /** For the list: a negative left margin as large as the gap. */
  className?: string
  children: ReactNode
}

export function CarouselSlides(props: SlidesProps) {
  const { carousel, single, label, slideClass = 'w-full', className, children } = props
  const moveByKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') carousel.previous()
    if (event.key === 'ArrowRight') carousel.next()
  }
  return (
    // `transition-none`: Embla measures the slides right after it removes its transform.
    <div ref={carousel.viewportRef} className="relative overflow-hidden noscript:overflow-x-auto">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move it */}
      <ul
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move it
        tabIndex={label ? 0 : undefined}
        onKeyDown={label ? moveByKey : undefined}
        className={cx('flex touch-pan-y touch-pinch-zoom transition-none -outline-offset-4', className)}
      >
        {Children.map(children, (slide, index) => (
          <li
            inert={single && carousel.count > 0 && index !== carousel.selected}
            className={cx(
              'min-w-0 shrink-0',
              slideClass,
              Children.count(children) > 1 && 'noscript:max-w-[92%]',
            )}
          >
            {slide}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ControlsProps {
  carousel: Carousel
  /** What a slide shows, for example `deal`. */
  item: string
  /** What the slides show, for a carousel with autoplay. */
  items?: string
}

/** Pauses and resumes autoplay, where there is one; previous and next. */
export function CarouselControls({ carousel, item, items }: ControlsProps) {
  if (carousel.count < 2) return null
  return (
    // On a picture a phone shows but a small pause: it swipes.
    <div className="flex gap-2 max-xs:gap-1 in-[.on-picture]:max-sm:*:relative in-[.on-picture]:max-sm:*:size-8 in-[.on-picture]:max-sm:*:after:absolute in-[.on-picture]:max-sm:*:after:-inset-1.5 in-[.on-picture]:max-sm:*:not-first:hidden">
      {items && (
        <IconButton
          label={carousel.playing ? t`Pause ${items}` : t`Play ${items}`}
          icon={carousel.playing ? Pause : Play}
          size="sm"
          look="raised"
          onClick={carousel.toggle}
        />
      )}
      <IconButton label={t`Previous ${item}`} icon={ChevronLeft} look="raised" onClick={carousel.previous} />
      <IconButton label={t`Next ${item}`} icon={ChevronRight} look="raised" onClick={carousel.next} />
    </div>
  )
}

/** A small dot for each slide, with a target of 24 pixels. */
export function CarouselDots({ carousel, item }: { carousel: Carousel; item: string }) {
  if (carousel.count < 2) return null
  return (
    <div className="flex flex-wrap">
      {Array.from({ length: carousel.count }, (_, index) => (
        <button
          key={index}
          type="button"
          aria-label={t`Show ${item} ${index + 1} of ${carousel.count}`}
          aria-current={index === carousel.selected || undefined}
          onClick={() => carousel.goTo(index)}
          className="group flex size-6 items-center justify-center"
        >
          <span
            className={cx(
              'block h-2 rounded-full transition-[width,background-color] duration-200',
              index === carousel.selected ? 'w-5 bg-peacock' : 'w-2 bg-line-strong group-hover:bg-peacock',
            )}
          />
        </button>
      ))}
    </div>
  )
}

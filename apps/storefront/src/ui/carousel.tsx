import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'
import { IconButton } from './button.tsx'
import type { Carousel } from './use-carousel.ts'

interface SlidesProps {
  carousel: Carousel
  slides: readonly { key: string | number; content: ReactNode }[]
  /** One at a time: the others are out of reach for keyboard and screen reader. */
  single?: boolean
  /** Names the list and lets the keyboard scroll it: for slides with nothing in them to tab to. */
  label?: string
  /** Width of a slide, for example `w-1/2`. */
  slideClass?: string
  /** For the list, for example a gap. */
  className?: string
}

/** The moving part of a carousel. */
export function CarouselSlides(props: SlidesProps) {
  const { carousel, slides, single, label, slideClass = 'w-full', className } = props
  return (
    <ul
      ref={carousel.listRef}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={label ? 0 : undefined}
      className={cx(
        'relative flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scrollbar-none',
        className,
      )}
    >
      {slides.map(({ key, content }, index) => (
        <li
          key={key}
          inert={single && index !== carousel.selected}
          className={cx('shrink-0 snap-start', slideClass)}
        >
          {content}
        </li>
      ))}
    </ul>
  )
}

/** Two round buttons. */
export function CarouselArrows({ carousel, what }: { carousel: Carousel; what: string }) {
  if (carousel.stops < 2) return null
  return (
    <div className="flex gap-2">
      <IconButton label={`Previous ${what}`} look="raised" onClick={carousel.previous}>
        <ChevronLeft aria-hidden className="size-5" />
      </IconButton>
      <IconButton label={`Next ${what}`} look="raised" onClick={carousel.next}>
        <ChevronRight aria-hidden className="size-5" />
      </IconButton>
    </div>
  )
}

/** A dot for each stop, drawn small, 24 pixels to touch. */
export function CarouselDots({ carousel, what }: { carousel: Carousel; what: string }) {
  if (carousel.stops < 2) return null
  return (
    <div className="flex flex-wrap">
      {Array.from({ length: carousel.stops }, (_, stop) => (
        <button
          key={stop}
          type="button"
          aria-label={`Show ${what} ${stop + 1} of ${carousel.stops}`}
          aria-current={stop === carousel.selected || undefined}
          onClick={() => carousel.goTo(stop)}
          className="group flex size-6 items-center justify-center"
        >
          <span
            className={cx(
              'block h-2 rounded-full transition-[width,background-color] duration-200',
              stop === carousel.selected ? 'w-5 bg-peacock' : 'w-2 bg-line-strong group-hover:bg-peacock',
            )}
          />
        </button>
      ))}
    </div>
  )
}

/** Stops and starts what moves by itself. */
export function CarouselPause({ carousel, what }: { carousel: Carousel; what: string }) {
  if (carousel.stops < 2) return null
  const Icon = carousel.playing ? Pause : Play
  return (
    <IconButton
      label={`${carousel.playing ? 'Pause' : 'Play'} ${what}`}
      look="raised"
      onClick={carousel.toggle}
    >
      <Icon aria-hidden className="size-4" />
    </IconButton>
  )
}

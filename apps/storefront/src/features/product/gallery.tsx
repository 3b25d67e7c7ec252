import { t } from '@lingui/core/macro'
import type { Media } from '@haat/contract/catalog'
import { Maximize2, Pause, Play } from 'lucide-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { cx } from '@haat/ui/cx'
import { useOverlay } from '../../lib/use-overlay.ts'
import { IconButton } from '@haat/ui/button'
import { CarouselSlides, useCarousel } from '../../ui/carousel.tsx'
import { PictureDialog } from '../../ui/picture-dialog.tsx'
import { Picture } from '../../ui/picture.tsx'
import { youtubeEmbed } from './variants.ts'

const FALLBACK = '/fallback-image.png'
/** Low enough on a tablet, so that name and price stay on the first screen. */
export const FRAME = 'sm:max-md:max-h-[45svh]'
/** On a phone 3.5 square thumbnails beside the picture are as high as it is: name and price stay on the first screen. */
export const PHONE_GRID = 'max-sm:grid-cols-[minmax(0,1fr)_calc((100%-4*0.5rem)/4.5)]'
export const PICTURE_SIZES =
  '(min-width: 64rem) 31rem, (min-width: 48rem) 46vw, (min-width: 40rem) 92vw, 70vw'

const isVideo = ({ media_type }: Media): boolean => media_type === 'video'

/** Pictures and videos of a product: a large one above a strip of thumbnails; nothing for none. */
export function Gallery({ media, name }: { media: readonly Media[]; name: string }) {
  const carousel = useCarousel()
  const [viewing, view, endView] = useOverlay<true>()
  const current = media[carousel.selected]
  if (!current) return null
  const pictures = media.filter(({ media_type }) => media_type === 'image')
  return (
    <section
      aria-label={t`Pictures and videos`}
      className={cx('grid grid-cols-1 gap-2 sm:gap-3', media.length > 1 ? PHONE_GRID : 'max-sm:px-[11%]')}
    >
      <div className="relative">
        <div className="overflow-hidden rounded-lg border border-line bg-paper-deep">
          <CarouselSlides carousel={carousel} single label={t`Pictures of ${name}`}>
            {media.map((item, index) => (
              <Slide
                key={item.media_url}
                item={item}
                name={name}
                first={index === 0}
                active={item === current}
                onOpen={() => view(true)}
              />
            ))}
          </CarouselSlides>
        </div>
        {current.media_type === 'image' && (
          <HoverZoom key={current.media_url} src={current.media_url} onOpen={() => view(true)} />
        )}
      </div>
      {media.length > 1 && <Thumbnails media={media} selected={carousel.selected} onSelect={carousel.goTo} />}
      <PictureDialog
        open={viewing !== null}
        onClose={endView}
        title={name}
        pictures={pictures.map(({ media_url, alt }) => ({ src: media_url, alt: alt || name }))}
        start={pictures.indexOf(current)}
        onView={(index) => carousel.goTo(media.indexOf(pictures[index] ?? current))}
      />
    </section>
  )
}

interface SlideProps {
  item: Media
  name: string
  first: boolean
  active: boolean
  onOpen: () => void
}

function Slide({ item, name, first, active, onOpen }: SlideProps) {
  if (item.media_type === 'image') {
    return (
      <button
        type="button"
        onClick={onOpen}
        // Without scripts only the picture is left of it.
        className="relative block w-full -outline-offset-4 noscript:invisible"
      >
        <Picture
          src={item.media_url}
          alt={item.alt || name}
          sizes={PICTURE_SIZES}
          priority={first}
          fallback={FALLBACK}
          className={cx('noscript:visible', FRAME)}
        />
        <span className="noscript:hidden absolute top-3 right-3 rounded-full border border-line bg-card p-2.5">
          <Maximize2 aria-hidden className="size-5" />
          <span className="sr-only">{t`Show full screen`}</span>
        </span>
      </button>
    )
  }
  const Video = item.video_source === 'youtube' ? YoutubeVideo : UploadedVideo
  return <Video address={item.media_url} title={item.alt || t`Video of ${name}`} active={active} />
}

/** Below each other on a phone, 5 beside each other on a tablet (lower where letters are large), 6 on a desktop. */
const SIZE = 'sm:max-lg:max-w-[14svh] sm:w-[calc((100%-4*0.5rem)/5)] lg:w-[calc((100%-5*0.5rem)/6)]'

interface ThumbnailsProps {
  media: readonly Media[]
  selected: number
  onSelect: (index: number) => void
}

/** A swipeable strip of thumbnails that keeps the selected one visible. */
export function Thumbnails({ media, selected, onSelect }: ThumbnailsProps) {
  const strip = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const list = strip.current
    const item = list?.children[selected]
    if (!list || !(item instanceof HTMLElement)) return
    const left = item.offsetLeft - list.offsetLeft + (item.offsetWidth - list.clientWidth) / 2
    const top = item.offsetTop - list.offsetTop + (item.offsetHeight - list.clientHeight) / 2
    list.scrollTo({ left, top, behavior: 'smooth' })
  }, [selected])
  const poster = media.find((item) => !isVideo(item))?.media_url ?? null
  return (
    <ul
      ref={strip}
      aria-label={t`Thumbnails`}
      className="noscript:hidden flex gap-2 overflow-auto overscroll-x-contain scrollbar-none max-sm:h-0 max-sm:min-h-full max-sm:flex-col sm:snap-x"
    >
      {media.map((item, index) => (
        <li key={item.media_url} className={cx('shrink-0 snap-start', SIZE)}>
          <button
            type="button"
            aria-label={
              isVideo(item)
                ? t`Video ${index + 1} of ${media.length}`
                : t`Picture ${index + 1} of ${media.length}`
            }
            aria-current={index === selected || undefined}
            onClick={() => onSelect(index)}
            className={cx(
              'relative block size-full overflow-hidden rounded-md border-2 outline-offset-[-2px]',
              index === selected ? 'border-peacock' : 'border-line hover:border-line-strong',
            )}
          >
            <Picture
              src={isVideo(item) ? poster : item.media_url}
              alt=""
              sizes="(min-width: 64rem) 6rem, (min-width: 40rem) 20vw, 28vw"
              fallback={FALLBACK}
            />
            {isVideo(item) && (
              <span className="absolute inset-0 flex items-center justify-center bg-ink/45 text-card">
                <Play aria-hidden className="size-6 fill-current" />
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Percent of the picture's size. */
const ZOOM = 200
/** Percent of the picture's width and height that the panel shows. */
const LENS = 100 / ZOOM

/**
 * Covers the picture on a desktop: while the mouse is over it, a panel beside it shows the part under it at 200 %. A click
 * does what the covered picture does.
 */
export function HoverZoom({ src, onOpen }: { src: string; onOpen: () => void }) {
  const [open, setOpen] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const lens = useRef<HTMLDivElement>(null)
  const follow = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    const box = event.currentTarget.getBoundingClientRect()
    const x = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * (1 - LENS)
    const y = Math.min(1, Math.max(0, (event.clientY - box.top) / box.height)) * (1 - LENS)
    if (panel.current) panel.current.style.transform = `translate(${-x * 100}%, ${-y * 100}%)`
    if (lens.current) lens.current.style.translate = `${(x / LENS) * 100}% ${(y / LENS) * 100}%`
    setOpen(true)
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the picture is a button */}
      <div
        data-zoom-area
        onClick={onOpen}
        onPointerMove={follow}
        onPointerLeave={() => setOpen(false)}
        className="absolute inset-0 cursor-zoom-in overflow-hidden rounded-lg max-lg:hidden noscript:hidden"
      >
        <div
          ref={lens}
          hidden={!open}
          className="border border-peacock bg-card/35"
          style={{ width: `${LENS * 100}%`, height: `${LENS * 100}%` }}
        />
      </div>
      <div
        aria-hidden
        data-zoom-panel
        hidden={!open}
        className="pointer-events-none absolute top-0 left-full z-20 ml-10 size-full overflow-hidden rounded-lg border border-line-strong bg-card"
      >
        <div ref={panel} style={{ width: `${ZOOM}%` }}>
          {open && <Picture src={src} alt="" sizes="75rem" priority />}
        </div>
      </div>
    </>
  )
}

interface VideoProps {
  /** Of the file, or a YouTube link or id. */
  address: string
  title: string
  /** Whether it is the selected medium: nothing is loaded before, and a video stops when another is selected. */
  active: boolean
}

/** A video from the shop's own media: a click plays and pauses it. */
function UploadedVideo({ address, title, active }: VideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)
  useEffect(() => {
    if (!active) video.current?.pause()
  }, [active])
  const toggle = () => {
    if (video.current?.paused) void video.current.play().catch(() => setPlaying(false))
    else video.current?.pause()
  }
  return (
    <div className={cx('relative aspect-square bg-paper-deep', FRAME)}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption, jsx-a11y/click-events-have-key-events -- a silent video; the button is for the keyboard */}
      <video
        ref={video}
        src={active || playing ? address : undefined}
        aria-label={title}
        playsInline
        loop
        preload="metadata"
        onClick={toggle}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        className="size-full cursor-pointer object-cover"
      />
      <IconButton
        label={playing ? t`Pause video` : t`Play video`}
        icon={playing ? Pause : Play}
        look="raised"
        className={cx('absolute', playing ? 'bottom-3 left-3' : 'inset-0 m-auto size-16! [&>svg]:size-8')}
        onClick={toggle}
      />
    </div>
  )
}

function YoutubeVideo({ address, title, active }: VideoProps) {
  const frame = youtubeEmbed(address)
  return (
    <div className={cx('flex aspect-square items-center bg-ink', FRAME)}>
      {active && frame && (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the player needs scripts and its own origin, which is not ours
        <iframe
          src={frame}
          title={title}
          allow="fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          className="aspect-video w-full border-0"
        />
      )}
    </div>
  )
}

import type { Media } from '@haat/contract/catalog'
import { Play } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cx } from '../../lib/cx.ts'
import { Picture } from '../../ui/picture.tsx'

/** In sight at once: 3.5 on a phone, 5 on a tablet, 6 on a desktop; 0.5rem apart. */
const WIDTH = cx(
  'w-[calc((100%-3*0.5rem)/3.5)] sm:w-[calc((100%-4*0.5rem)/5)] lg:w-[calc((100%-5*0.5rem)/6)]',
)

interface ThumbnailsProps {
  media: readonly Media[]
  selected: number
  onSelect: (index: number) => void
}

/** A strip of small pictures that can be swiped; the one on the stage is kept in sight. */
export function Thumbnails({ media, selected, onSelect }: ThumbnailsProps) {
  const strip = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const list = strip.current
    const item = list?.children[selected]
    if (!list || !(item instanceof HTMLElement)) return
    const left = item.offsetLeft - list.offsetLeft
    const right = left + item.offsetWidth
    if (left < list.scrollLeft) list.scrollTo({ left, behavior: 'smooth' })
    else if (right > list.scrollLeft + list.clientWidth) {
      list.scrollTo({ left: right - list.clientWidth, behavior: 'smooth' })
    }
  }, [selected])
  const still = media.find((item) => item.media_type === 'image')?.media_url ?? null
  return (
    <ul
      ref={strip}
      aria-label="Thumbnails"
      className="flex snap-x gap-2 overflow-x-auto overscroll-x-contain scrollbar-none"
    >
      {media.map((item, index) => (
        <li key={item.media_url} className={cx('shrink-0 snap-start', WIDTH)}>
          <Thumbnail
            item={item}
            still={still}
            label={`${item.media_type === 'video' ? 'Video' : 'Picture'} ${index + 1} of ${media.length}`}
            current={index === selected}
            onSelect={() => onSelect(index)}
          />
        </li>
      ))}
    </ul>
  )
}

interface ThumbnailProps {
  item: Media
  /** Stands in for a film. */
  still: string | null
  label: string
  current: boolean
  onSelect: () => void
}

function Thumbnail({ item, still, label, current, onSelect }: ThumbnailProps) {
  const isVideo = item.media_type === 'video'
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={current || undefined}
      onClick={onSelect}
      className={cx(
        'relative block w-full overflow-hidden rounded-md border-2 outline-offset-[-2px]',
        current ? 'border-peacock' : 'border-line hover:border-line-strong',
      )}
    >
      <Picture
        src={isVideo ? still : item.media_url}
        alt=""
        sizes="(min-width: 64rem) 6rem, (min-width: 40rem) 20vw, 28vw"
        fallback="/fallback-image.png"
      />
      {isVideo && (
        <span className="absolute inset-0 flex items-center justify-center bg-ink/45">
          <span className="flex size-9 items-center justify-center rounded-full bg-card text-ink">
            <Play aria-hidden className="ml-0.5 size-4 fill-current" />
          </span>
        </span>
      )}
    </button>
  )
}

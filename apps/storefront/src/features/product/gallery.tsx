import type { Media } from '@haat/contract/catalog'
import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { CarouselSlides, useCarousel } from '../../ui/carousel.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { HoverZoom } from './hover-zoom.tsx'
import { Thumbnails } from './thumbnails.tsx'
import { UploadedVideo } from './uploaded-video.tsx'
import { YoutubeVideo } from './youtube-video.tsx'

const FALLBACK = '/fallback-image.png'
const STAGE_SIZES = '(min-width: 64rem) 31rem, 92vw'

interface GalleryProps {
  media: readonly Media[]
  /** The product's name, for pictures that have no words of their own. */
  name: string
}

/** Pictures and films of a product: one large, all of them small below. */
export function Gallery({ media, name }: GalleryProps) {
  const carousel = useCarousel()
  const desktop = useMediaQuery('(min-width: 64rem)', true)
  const [viewing, setViewing] = useState(false)
  const current = media[carousel.selected]
  if (!current)
    return <Picture src={null} alt={name} sizes={STAGE_SIZES} fallback={FALLBACK} className="rounded-lg" />
  const slides = media.map((item, index) => ({
    key: item.media_url,
    content: <Slide item={item} name={name} first={index === 0} active={item === current} />,
  }))
  const isPicture = current.media_type === 'image'
  return (
    <section aria-label="Pictures and videos" className="grid grid-cols-1 gap-3">
      <div className="relative">
        <div className="overflow-hidden rounded-lg border border-line bg-paper-deep">
          <CarouselSlides carousel={carousel} slides={slides} single label={`Pictures of ${name}`} />
        </div>
        {isPicture && desktop && <HoverZoom key={current.media_url} src={current.media_url} />}
        {isPicture && (
          <IconButton
            label="Show full screen"
            look="raised"
            className="absolute top-3 right-3 z-10"
            onClick={() => setViewing(true)}
          >
            <Maximize2 aria-hidden className="size-5" />
          </IconButton>
        )}
      </div>
      {media.length > 1 && <Thumbnails media={media} selected={carousel.selected} onSelect={carousel.goTo} />}
      <Dialog open={viewing} onClose={() => setViewing(false)} title={name} side="full">
        <div className="grid min-h-full place-items-center">
          <Picture
            src={current.media_url}
            alt={current.alt || name}
            sizes="100vw"
            fallback={FALLBACK}
            className="max-w-[min(92vw,80dvh)] rounded-md"
          />
        </div>
      </Dialog>
    </section>
  )
}

interface SlideProps {
  item: Media
  name: string
  first: boolean
  active: boolean
}

function Slide({ item, name, first, active }: SlideProps) {
  if (item.media_type === 'image') {
    return (
      <Picture
        src={item.media_url}
        alt={item.alt || name}
        sizes={STAGE_SIZES}
        priority={first}
        fallback={FALLBACK}
      />
    )
  }
  const title = item.alt || `Video of ${name}`
  if (item.video_source === 'youtube') {
    return <YoutubeVideo address={item.media_url} title={title} active={active} />
  }
  return <UploadedVideo src={item.media_url} title={title} active={active} />
}

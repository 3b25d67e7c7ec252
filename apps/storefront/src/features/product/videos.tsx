import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { youtubeFrame } from './variants.ts'

interface UploadedVideoProps {
  src: string
  title: string
  /** On the stage; a film that leaves it stops. */
  active: boolean
}

/** A film from the shop's own media: a click plays and pauses it. */
export function UploadedVideo({ src, title, active }: UploadedVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)
  useEffect(() => {
    if (!active) video.current?.pause()
  }, [active])
  const toggle = () => {
    if (video.current?.paused) void video.current.play().catch(() => setPlaying(false))
    else video.current?.pause()
  }
  const Icon = playing ? Pause : Play
  return (
    <div className="relative aspect-square bg-paper-deep">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption, jsx-a11y/click-events-have-key-events -- silent film; the button is for the keyboard */}
      <video
        ref={video}
        src={active || playing ? src : undefined}
        aria-label={title}
        playsInline
        loop
        preload="metadata"
        onClick={toggle}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        className="size-full cursor-pointer object-cover"
      />
      {!playing && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 m-auto flex size-20 items-center justify-center rounded-full bg-peacock-deep/85 text-paper"
        >
          <Play className="ml-1 size-9 fill-current" strokeWidth={0} />
        </span>
      )}
      <IconButton
        label={playing ? 'Pause video' : 'Play video'}
        look="raised"
        className="absolute bottom-3 left-3"
        onClick={toggle}
      >
        <Icon aria-hidden className="size-5" />
      </IconButton>
    </div>
  )
}

interface YoutubeVideoProps {
  /** A YouTube link or id. */
  address: string
  title: string
  /** On the stage: nothing is fetched from YouTube before that. */
  active: boolean
}

/** A YouTube film in a frame that sets no cookies. */
export function YoutubeVideo({ address, title, active }: YoutubeVideoProps) {
  const frame = youtubeFrame(address)
  return (
    <div className="flex aspect-square items-center bg-ink">
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

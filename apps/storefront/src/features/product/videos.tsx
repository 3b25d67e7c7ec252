import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { youtubeEmbed } from './variants.ts'

interface UploadedVideoProps {
  src: string
  title: string
  /** Whether it is the selected medium; the video stops when another is selected. */
  active: boolean
}

/** A video from the shop's own media: a click plays and pauses it. */
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
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption, jsx-a11y/click-events-have-key-events -- a silent video; the button is for the keyboard */}
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
  /** Whether it is the selected medium; nothing is loaded from YouTube before. */
  active: boolean
}

/** A YouTube video in a frame that sets no cookies. */
export function YoutubeVideo({ address, title, active }: YoutubeVideoProps) {
  const frame = youtubeEmbed(address)
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

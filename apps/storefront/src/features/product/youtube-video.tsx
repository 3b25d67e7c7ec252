import { youtubeFrame } from './variants.ts'

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

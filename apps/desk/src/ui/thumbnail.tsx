import { ImageOff } from 'lucide-react'

/** A small picture of a product. The name beside it says what it is. */
export function Thumbnail({ url }: { url: string | null }) {
  if (url === null)
    return (
      <span className="inline-grid size-10 shrink-0 place-items-center rounded-sm bg-paper-deep text-ink-soft">
        <ImageOff aria-hidden className="size-4" />
      </span>
    )
  return (
    <img
      src={`${url}?w=160`}
      alt=""
      loading="lazy"
      className="size-10 shrink-0 rounded-sm border border-line bg-card object-contain"
    />
  )
}

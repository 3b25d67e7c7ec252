import { PICTURE_WIDTHS } from '@haat/contract/rules'
import { Globe, Headset, type LucideIcon, Shield, Store, Truck, Undo2, Wallet } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cx } from '@haat/ui/cx'

const RATIOS = {
  square: 'aspect-square object-contain',
  portrait: 'aspect-4/5 object-contain',
  tile: 'aspect-square object-cover',
  fill: 'absolute inset-0 h-full object-cover',
}

interface PictureProps {
  /** Null or empty: `label` or the initials of `name` stand for it. Broken, or null without either: the fallback does. */
  src: string | null
  /** Of what is shown. */
  name?: string | undefined
  label?: string
  /** Empty for a decorative image. */
  alt: string
  sizes: string
  /** A frame that shows all of the picture; `tile` and `fill`, which covers the nearest positioned ancestor, cut it. */
  ratio?: keyof typeof RATIOS
  /** Visible at once: loaded eagerly and with high priority. */
  priority?: boolean
  fallback?: string
  className?: string
}

const srcSet = (src: string): string =>
  PICTURE_WIDTHS.map((width) => `${src}?w=${width} ${width}w`).join(', ')

/** A responsive image of fixed aspect ratio, with a fallback for broken ones. */
export function Picture({ src, name, label, alt, sizes, className, ...rest }: PictureProps) {
  const { ratio = 'square', priority = false, fallback = '/placeholder.png' } = rest
  const [broken, setBroken] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)
  // A picture of a rendered page may have failed before React listened.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(src)
  }, [src])
  const look = cx('block w-full', RATIOS[ratio], className)
  if (!src && label) {
    const longest = Math.max(...label.split(' ').map((word) => word.length))
    const fontSize = `clamp(0.65rem, ${160 / longest}cqw, 1rem)`
    return (
      <p aria-hidden className={cx('@container p-3 pr-13', tintOf(name ?? label), look)}>
        <span style={{ fontSize }} className="line-clamp-2 leading-tight font-extrabold">
          {label}
        </span>
      </p>
    )
  }
  if (!src && name) return <Initials name={name} alt={alt} className={look} />
  const usable = src !== null && src !== '' && src !== broken
  return (
    <img
      ref={image}
      src={usable ? src : fallback}
      srcSet={usable && src.startsWith('/media/') ? srcSet(src) : undefined}
      sizes={sizes}
      alt={alt}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBroken(src)}
      className={cx('bg-paper-deep', look)}
    />
  )
}

/** A small picture in a frame, which `className` sizes. */
export const Thumb = ({
  className,
  ...picture
}: Pick<PictureProps, 'src' | 'name' | 'sizes' | 'className'>) => (
  <div className={cx('shrink-0 overflow-hidden rounded-sm border border-line', className)}>
    <Picture {...picture} alt="" />
  </div>
)

const TINTS = [
  'bg-peacock-tint text-peacock',
  'bg-marigold-tint text-ink-soft',
  'bg-leaf-tint text-leaf',
  'bg-brick-tint text-brick',
]

/** The same wherever the name is shown, with a variant after it or not. */
const tintOf = (text: string) =>
  TINTS[[...text.replace(/,.*/, '')].reduce((sum, one) => sum + one.charCodeAt(0), 0) % TINTS.length]

/** The first letters of two words; of no numbers, unless there is nothing else. */
export function initialsOf(name: string): string {
  const letters = [/^\P{N}*?(\p{L})/u, /(\p{N})/u].flatMap((first) =>
    name.split(' ').flatMap((word) => first.exec(word)?.[1] ?? []),
  )
  return letters.slice(0, 2).join('').toUpperCase()
}

/** On a tint. */
function Initials({ name, alt, className }: { name: string; alt: string; className: string }) {
  return (
    <span
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      className={cx('@container place-content-center text-center font-bold', tintOf(name), className, 'grid')}
    >
      <span className="text-[34cqw] leading-none">{initialsOf(name)}</span>
    </span>
  )
}

const ICONS: Record<string, LucideIcon> = {
  globe: Globe,
  headset: Headset,
  shield: Shield,
  truck: Truck,
  undo: Undo2,
  wallet: Wallet,
}

/** The icon with a name from the shop's settings; a shop for an unknown name. */
export function NamedIcon({ name, className }: { name: string; className?: string }) {
  const Icon = ICONS[name] ?? Store
  return <Icon aria-hidden className={className} strokeWidth={1.6} />
}

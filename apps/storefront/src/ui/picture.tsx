import { useState } from 'react'
import { cx } from '../lib/cx.ts'

/** Widths in pixels in which the shop's server hands out a picture. */
const WIDTHS = [160, 320, 480, 640, 960, 1280, 1920]
const RATIOS = {
  square: 'aspect-square',
  '4/3': 'aspect-4/3',
  '8/3': 'aspect-8/3',
  fill: 'absolute inset-0 h-full',
}

interface PictureProps {
  /** Null shows the fallback. */
  src: string | null
  /** Empty for a picture that adds nothing to the text beside it. */
  alt: string
  /** How wide it is drawn, as in the `sizes` attribute. */
  sizes: string
  /** Shape of the box; `fill` takes that of the box around it, which must be positioned. */
  ratio?: keyof typeof RATIOS
  /** First on the screen: fetched at once and before others. */
  priority?: boolean
  fallback?: string
  className?: string
}

const srcSet = (src: string): string => WIDTHS.map((width) => `${src}?w=${width} ${width}w`).join(', ')

/** A picture in a box of fixed shape, in the width that the screen needs. */
export function Picture(props: PictureProps) {
  const {
    src,
    alt,
    sizes,
    ratio = 'square',
    priority = false,
    fallback = '/placeholder.png',
    className,
  } = props
  const [broken, setBroken] = useState<string | null>(null)
  const usable = src !== null && src !== '' && src !== broken
  return (
    <img
      src={usable ? src : fallback}
      srcSet={usable && src.startsWith('/media/') ? srcSet(src) : undefined}
      sizes={sizes}
      alt={alt}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBroken(src)}
      className={cx('block w-full bg-paper-deep object-cover', RATIOS[ratio], className)}
    />
  )
}

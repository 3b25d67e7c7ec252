import { PICTURE_WIDTHS } from '@haat/contract/rules'
import { useState } from 'react'
import { cx } from '../lib/cx.ts'

const RATIOS = {
  square: 'aspect-square',

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

const srcSet = (src: string): string =>
  PICTURE_WIDTHS.map((width) => `${src}?w=${width} ${width}w`).join(', ')

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

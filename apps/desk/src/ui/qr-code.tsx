import { cx } from '@haat/ui/cx'
import { encode } from 'uqr'

/** A QR code, black on white in the dark too: cameras expect it. */
export function QrCode({ text, className = 'w-full max-w-56' }: { text: string; className?: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={`QR code of ${text}`}
      viewBox={`0 0 ${size} ${size}`}
      className={cx('mx-auto rounded-md bg-white', className)}
    >
      <path d={dots.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

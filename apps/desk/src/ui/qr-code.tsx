import { useMemo } from 'react'
import { encode } from 'uqr'

/** A QR code, black on white in the dark too: cameras expect it. */
export function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: width } = encode(text, { border: 2 })
    const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: width, path: dots.join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label="QR code"
      viewBox={`0 0 ${size} ${size}`}
      className="mx-auto w-full max-w-56 rounded-md bg-white"
    >
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

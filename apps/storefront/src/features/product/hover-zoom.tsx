import type { PointerEvent } from 'react'
import { useRef, useState } from 'react'
import { Picture } from '../../ui/picture.tsx'

/** How much larger than on the stage, in percent. */
const ZOOM = 200
/** Part of the stage's width and height that the panel shows. */
const LENS = 100 / ZOOM

/**
 * Lies over the picture on the stage: while the mouse is on it, a panel beside the stage shows the part under the
 * mouse at twice the size.
 */
export function HoverZoom({ src }: { src: string }) {
  const [open, setOpen] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const lens = useRef<HTMLDivElement>(null)
  const follow = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    const box = event.currentTarget.getBoundingClientRect()
    const x = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * (1 - LENS)
    const y = Math.min(1, Math.max(0, (event.clientY - box.top) / box.height)) * (1 - LENS)
    if (panel.current) panel.current.style.transform = `translate(${-x * 100}%, ${-y * 100}%)`
    if (lens.current) lens.current.style.translate = `${(x / LENS) * 100}% ${(y / LENS) * 100}%`
    setOpen(true)
  }
  return (
    <>
      <div
        data-zoom-area
        onPointerEnter={follow}
        onPointerMove={follow}
        onPointerLeave={() => setOpen(false)}
        className="absolute inset-0 cursor-zoom-in overflow-hidden rounded-lg"
      >
        <div
          ref={lens}
          hidden={!open}
          className="border border-peacock bg-card/35"
          style={{ width: `${LENS * 100}%`, height: `${LENS * 100}%` }}
        />
      </div>
      <div
        aria-hidden
        data-zoom-panel
        hidden={!open}
        className="pointer-events-none absolute top-0 left-full z-20 ml-10 size-full overflow-hidden rounded-lg border border-line-strong bg-card"
      >
        <div ref={panel} style={{ width: `${ZOOM}%` }}>
          {open && <Picture src={src} alt="" sizes="75rem" priority />}
        </div>
      </div>
    </>
  )
}

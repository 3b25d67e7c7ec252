import { cx } from '@haat/ui/cx'
import { Monitor, Smartphone } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Card } from './card.tsx'

const WIDTHS = [
  { width: 375, label: 'As on a phone', icon: Smartphone },
  { width: 1280, label: 'As on a computer', icon: Monitor },
] as const

/** Stands where there are no scripts, or until they have loaded more. */
const WAITING = 'noscript, section:has(> [aria-busy])'

/** Takes away what the shop shows only where there are no scripts: no shopper sees it. */
function drawAsWithScripts(rules: CSSRuleList): void {
  for (const { media, cssRules } of rules as Iterable<Partial<CSSMediaRule>>) {
    if (media?.mediaText.includes('scripting'))
      media.mediaText = media.mediaText.replace(/none|enabled/, (one) =>
        one === 'none' ? 'enabled' : 'none',
      )
    if (cssRules) drawAsWithScripts(cssRules)
  }
}

interface PageFrameProps {
  /** What it shows, for screen readers. */
  name: string
  src: string
  /** In pixels. */
  height?: number
  action?: ReactNode
}

/** A page of the shop, as the server has rendered it, at the width of a phone or a computer. */
export function PageFrame({ name, src, height = 640, action }: PageFrameProps) {
  const [width, setWidth] = useState<number>(375)
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(375)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 375))
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  const scale = Math.min(1, Math.max(room, 1) / width)
  return (
    <Card
      title="In the shop"
      action={
        <>
          <div role="group" aria-label="Width" className="flex">
            {WIDTHS.map(({ width: one, label, icon: Icon }) => (
              <button
                key={one}
                type="button"
                aria-label={label}
                aria-pressed={one === width}
                onClick={() => setWidth(one)}
                className={cx(
                  'grid size-11 place-items-center rounded-md',
                  one === width ? 'bg-peacock-tint text-peacock' : 'text-ink-soft hover:text-peacock',
                )}
              >
                <Icon aria-hidden className="size-5" />
              </button>
            ))}
          </div>
          {action}
        </>
      }
    >
      <div ref={frame} className="overflow-hidden rounded-md border border-line bg-white" style={{ height }}>
        <iframe
          title={name}
          src={src}
          // Without scripts it can do nothing in the desk's name; the server has rendered all of it.
          sandbox="allow-same-origin"
          loading="lazy"
          onLoad={({ currentTarget: { contentDocument: page } }) => {
            for (const part of page?.querySelectorAll(WAITING) ?? []) part.remove()
            for (const sheet of page?.styleSheets ?? []) drawAsWithScripts(sheet.cssRules)
          }}
          className="mx-auto block origin-top-left border-0"
          style={{ width, height: height / scale, transform: `scale(${scale})` }}
        />
      </div>
    </Card>
  )
}

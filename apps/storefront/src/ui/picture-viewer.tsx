import { t } from '@lingui/core/macro'
import { PICTURE_WIDTHS } from '@haat/contract/rules'
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type ControllerRef, Lightbox, useLightboxState } from 'yet-another-react-lightbox'
import Inline from 'yet-another-react-lightbox/plugins/inline'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'

const COLOURS = {
  '--yarl__color_backdrop': 'var(--color-card)',
  '--yarl__color_button': 'var(--color-peacock)',
  '--yarl__color_button_active': 'var(--color-peacock-deep)',
  '--yarl__color_button_disabled': 'var(--color-line-strong)',
  '--yarl__button_filter': 'none',
  '--yarl__button_padding': '10px',
  '--yarl__button_background_color': 'var(--color-card)',
  '--yarl__button_border': '1px solid var(--color-line)',
  '--yarl__navigation_button_padding': '10px',
}
const BESIDE_PICTURE = { margin: '8px' }
const ICONS = {
  iconPrev: () => <ChevronLeft aria-hidden className="size-6" />,
  iconNext: () => <ChevronRight aria-hidden className="size-6" />,
  iconZoomIn: () => <ZoomIn aria-hidden className="size-6" />,
  iconZoomOut: () => <ZoomOut aria-hidden className="size-6" />,
}

interface PictureViewerProps {
  pictures: readonly { src: string; alt: string }[]
  start: number
  onView?: (index: number) => void
}

/** Pictures one at a time, in all of a dialog: next and previous by button, key or swipe, zoom by button, wheel or pinch. */
export function PictureViewer({ pictures, start, onView }: PictureViewerProps) {
  const slides = pictures.map(({ src, alt }) => ({
    src,
    alt,
    srcSet: src.startsWith('/media/')
      ? PICTURE_WIDTHS.map((width) => ({ src: `${src}?w=${width}`, width, height: width }))
      : undefined,
  }))
  const controller = useRef<ControllerRef>(null)
  // After the dialog, which opens in the same turn, has given the focus to its own element.
  useEffect(() => queueMicrotask(() => controller.current?.focus()), [])
  const nothing = slides.length < 2 ? () => null : undefined
  return (
    <Lightbox
      plugins={[Inline, Zoom]}
      index={start}
      slides={slides}
      on={{ view: ({ index }) => onView?.(index) }}
      render={{ ...ICONS, buttonPrev: nothing, buttonNext: nothing, controls: () => <Counter /> }}
      labels={{ Previous: t`Previous picture`, Next: t`Next picture`, 'Photo gallery': t`Pictures` }}
      controller={{ ref: controller, focus: true, touchAction: 'none' }}
      zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true }}
      carousel={{ padding: 0, spacing: '8%' }}
      styles={{
        root: COLOURS,
        toolbar: { gap: '8px' },
        button: { borderRadius: '999px' },
        navigationPrev: BESIDE_PICTURE,
        navigationNext: BESIDE_PICTURE,
      }}
    />
  )
}

/** Which of the pictures shows. Screen readers have it from the picture itself. */
function Counter() {
  const { currentIndex, slides } = useLightboxState()
  const [shown, all] = [currentIndex + 1, slides.length]
  if (all < 2) return null
  return (
    <p
      aria-hidden
      className="figures absolute bottom-4 left-1/2 -translate-x-1/2 rounded-full border border-line bg-card px-4 py-1 text-sm font-semibold"
    >
      {t`${shown} of ${all}`}
    </p>
  )
}

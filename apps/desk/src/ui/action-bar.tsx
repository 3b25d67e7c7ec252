import { cx } from '@haat/ui/cx'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'

/** How much of the window is below the bar's top, where messages may not lie. */
function placeMessages(bar: HTMLElement): void {
  const below = window.innerHeight - bar.getBoundingClientRect().top
  // A bar far up has room for messages below it.
  const covered = below > 0 && below < window.innerHeight / 2 ? below : 0
  document.documentElement.style.setProperty('--action-bar', `${covered}px`)
}

/** What can be done with what is typed or selected: stays in sight, above the phone's menu and below messages. */
export function ActionBar({ className, ...rest }: ComponentProps<'div'>) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = (): void => placeMessages(bar.current!)
    const sized = new ResizeObserver(place)
    sized.observe(bar.current!)
    sized.observe(document.body)
    window.addEventListener('scroll', place, { passive: true })
    window.addEventListener('resize', place)
    return () => {
      sized.disconnect()
      window.removeEventListener('scroll', place)
      window.removeEventListener('resize', place)
      document.documentElement.style.removeProperty('--action-bar')
    }
  }, [])
  return (
    <div
      ref={bar}
      {...rest}
      className={cx(
        'sticky bottom-(--bottom-bar,0px) z-20 flex flex-wrap items-center gap-2 border-t border-line-strong bg-card px-4 py-2.5 shadow-[0_4px_0_0_var(--color-card)]',
        className,
      )}
    />
  )
}

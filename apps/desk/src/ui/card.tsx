import type { ReactNode } from 'react'

interface CardProps {
  title: string
  action?: ReactNode
  children: ReactNode
}

/** A part of a screen about one subject. */
export function Card({ title, action, children }: CardProps) {
  return (
    <section className="rounded-lg border border-line bg-card">
      <div className="flex min-h-13 items-center gap-3 px-4">
        <h2 className="min-w-0 flex-1 font-bold">{title}</h2>
        {action}
      </div>
      <div className="px-4 pb-4">{children}</div>
    </section>
  )
}

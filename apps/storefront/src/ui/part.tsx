import { createContext, type ReactNode, use } from 'react'

/** Elements before and after a part's markup, or only one in its place where the markup is known. */
export interface PartMarks {
  before: ReactNode
  after: ReactNode
  isKnown: boolean
}

/** Marks parts for the server, which keeps their markup for other pages. Browsers have no marks. */
export const PartsContext = createContext<((name: string, of: unknown) => PartMarks) | null>(null)

interface PartProps {
  name: string
  /** All that it is rendered from, apart from the shop's settings. */
  of: unknown
  children: ReactNode
}

/** A part that looks the same on several pages. It must not contain metadata, or pictures that load eagerly. */
export function Part({ name, of, children }: PartProps) {
  const marksOf = use(PartsContext)
  const marks = marksOf?.(name, of)
  if (marks?.isKnown) return marks.before
  // The same three children in browsers, so that React gives the same ids.
  return (
    <>
      {marks?.before}
      {children}
      {marks?.after}
    </>
  )
}

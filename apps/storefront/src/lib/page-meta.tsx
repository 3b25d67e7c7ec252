import { createContext, use } from 'react'

/** The name that ends every page's title; the app provides it. */
export const SiteNameContext = createContext('Haat')

interface PageMetaProps {
  /** Without the shop's name. */
  title: string
  description: string
}

/** The page's title and description: React puts both into the document's head. One a screen. */
export function PageMeta({ title, description }: PageMetaProps) {
  const siteName = use(SiteNameContext)
  return (
    <>
      <title>{`${title} · ${siteName}`}</title>
      <meta name="description" content={description} />
    </>
  )
}

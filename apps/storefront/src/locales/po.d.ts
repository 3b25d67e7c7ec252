/** A catalogue, as vite/messages.ts compiles it. */
declare module '*.po' {
  import type { Catalogue } from '#i18n'

  export const messages: Catalogue
}

import { hash } from 'node:crypto'

const LONGEST = 80

/** Latin letters and digits with dashes; a name without any gets a slug of its hash. */
export function slugify(text: string): string {
  const latin = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, '')
  return latin === '' ? `item-${shortHash(text)}` : latin
}

export const shortHash = (text: string): string => hash('sha256', text).slice(0, 10)

import type { Contract } from '@haat/contract'
import { notFound } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { DEFAULT_PAGES, findPage, readSettings } from './settings.store.ts'

export const settings: Handlers<Contract['settings']> = {
  async get(_request, { db, now, pay }) {
    return { settings: await readSettings(db), now: now(), test_bank: pay.simulated }
  },

  async page({ params }, { db }) {
    const page = (await findPage(db, params.slug)) ?? DEFAULT_PAGES.find(({ slug }) => slug === params.slug)
    if (!page) throw notFound('Page')
    return { page: { ...page, slug: params.slug } }
  },
}

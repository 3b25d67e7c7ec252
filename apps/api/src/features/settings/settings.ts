import type { Contract } from '@haat/contract'
import { notFound } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { DEFAULT_PAGES } from './default-settings.ts'
import { findPage, isInitialised, readSettings } from './settings.store.ts'

const TEST_PAYMENTS = 'Test payments: no money moves, and orders paid online are only tests.'

export const settings: Handlers<Contract['settings']> = {
  async get(_request, { db, now, pay, config }) {
    const test_bank = pay?.simulated === true
    return {
      settings: await readSettings(db),
      now: now(),
      is_set_up: await isInitialised(db),
      online_payment: pay !== null,
      test_bank,
      warning: test_bank && config.production ? TEST_PAYMENTS : null,
    }
  },

  async page({ params }, { db }) {
    const page = (await findPage(db, params.slug)) ?? DEFAULT_PAGES.find(({ slug }) => slug === params.slug)
    if (!page) throw notFound('Page')
    return { page: { ...page, slug: params.slug } }
  },
}

import type { Contract } from '@haat/contract'
import { notFound } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { DEFAULT_PAGES } from './default-settings.ts'
import { NO_ORDERS, offeredPayments } from './offered-payments.ts'
import { findOwnPages, findPage, isInitialised, readSettings } from './settings.store.ts'

const TEST_PAYMENTS = 'Test payments: no money moves, and orders paid online are only tests.'

export const settings: Handlers<Contract['settings']> = {
  async get(_request, { db, now, pay, config }) {
    const stored = await readSettings(db)
    const { cod, online } = offeredPayments(stored, pay !== null)
    const test_bank = pay?.simulated === true
    return {
      settings: { ...stored, payments: { ...stored.payments, online } },
      now: now(),
      is_set_up: await isInitialised(db),
      online_payment: online,
      pages: await findOwnPages(db),
      test_bank,
      warning: !cod && !online ? NO_ORDERS : test_bank && config.production ? TEST_PAYMENTS : null,
    }
  },

  async page({ params }, { db }) {
    const page = (await findPage(db, params.slug)) ?? DEFAULT_PAGES.find(({ slug }) => slug === params.slug)
    if (!page) throw notFound('Page')
    return { page }
  },
}

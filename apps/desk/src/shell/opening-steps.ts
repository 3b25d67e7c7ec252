import type { OPENING_STEPS } from '@haat/contract/staff/opening'
import { paths } from '../paths.ts'

type StepId = (typeof OPENING_STEPS)[number]

/** What the first hour asks for, and where it is done. */
export const STEPS: Record<StepId, { title: string; text: string; path: string }> = {
  name: {
    title: 'Name of the shop',
    text: 'It is on every page and mail.',
    path: paths.settingGroup('shop'),
  },
  look: {
    title: 'Logo and colours',
    text: 'Pages, mails and invoices follow them.',
    path: paths.settingGroup('brand'),
  },
  seller: {
    title: 'Seller and complaints',
    text: 'Legal name, address, state, and who answers complaints: invoices and the law need them.',
    path: paths.settingGroup('seller'),
  },
  contact: {
    title: 'How customers reach you',
    text: 'An e-mail address, and a phone number if you like.',
    path: paths.settingGroup('shop'),
  },
  payment: {
    title: 'A way to pay',
    text: 'Cash on delivery works from the first day.',
    path: paths.settingGroup('payments'),
  },
  delivery: {
    title: 'Delivery charge and places',
    text: 'Proposed: ₹49, free above ₹999, all of India.',
    path: paths.settingGroup('delivery'),
  },
  products: {
    title: 'Products',
    text: 'Photograph the first five, or import a file of your old shop. Categories are made on the way.',
    path: paths.products(),
  },
  mail: {
    title: 'Mail',
    text: 'A first order needs a code by mail. Enter your mail account, or say under Settings, Limits that customers need not verify.',
    path: paths.settingGroup('mail'),
  },
  texts: {
    title: 'Your texts',
    text: 'Privacy, terms and returns come pre-written. Read them.',
    path: paths.pages,
  },
  test_order: {
    title: 'An order of your own',
    text: 'See the shop as a customer does, on your phone.',
    path: `${paths.opening}#test-order`,
  },
  second_factor: {
    title: 'A second factor for your login',
    text: 'Six digits from your phone keep others out.',
    path: paths.account,
  },
}

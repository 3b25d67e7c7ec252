/**
 * What a merchant may enter for a setting, with the sentence that says what is wrong. Schemas are over the wire's
 * values: amounts in rupees. Settings that are not here take whatever `AllSettings` allows.
 */
import * as z from 'zod/mini'
import { BrandPicture, Colour, CORNERS, FONTS } from './brand.ts'
import { areaOf } from './delivery-area.ts'
import { cleanGstin, faultOfGstin, pinCodeIn } from './gstin.ts'
import { findState } from './indian-states.ts'
import { LANGUAGE_CODES } from './languages.ts'
import { formatShortRupees } from './money.ts'
import { LIMITS, PATTERNS, PAYMENT_PROVIDERS } from './rules.ts'
import { CardFrame, UpiId } from './settings.ts'

interface SettingField {
  label: string
  example?: string
  /** How it is typed in a browser, where not as text. */
  input?: 'date'
  schema: z.ZodMiniType
}

/** @param faultOf the sentence that says what is wrong, or null */
const text = (faultOf: (text: string) => string | null, clean: (text: string) => string = (same) => same) =>
  z.string().check(z.trim(), z.overwrite(clean), (payload) => {
    const message = faultOf(payload.value)
    if (message !== null) payload.issues.push({ code: 'custom', input: payload.value, message })
  })

/** @param max characters */
const line = (max: number, empty: string) =>
  z.string().check(
    z.trim(),
    z.minLength(1, empty),
    z.maxLength(max, `Use at most ${max} characters.`),
    z.refine((value) => !/\p{Cc}/u.test(value), 'Use one line.'),
  )

const Email = text((value) =>
  PATTERNS.email.test(value) && value.length <= 254
    ? null
    : `"${value}" is not an e-mail address, such as help@meera.in.`,
)

/** Ten digits after +91 or 0, or a toll-free number. */
const Phone = text((value) => {
  const digits = value.replaceAll(/[\s().-]/g, '').replace(/^(\+91|0(?=\d{10}$))/, '')
  return /^([1-9]\d{9}|1[89]00\d{6,7})$/.test(digits)
    ? null
    : `"${value}" is not a phone number of India, such as 98450 12345 or 080 4567 8900.`
})

const Address = line(500, 'An address is needed.').check(
  z.refine(
    (value) => pinCodeIn(value) !== '',
    'The address needs its PIN code of six digits, such as 560025.',
  ),
)

const State = text(
  (value) =>
    findState(value) ? null : `"${value}" is not a state or union territory of India, such as Karnataka.`,
  (value) => findState(value)?.name ?? value,
)

const Gstin = text(faultOfGstin, cleanGstin)

const Area = text(
  (value) =>
    areaOf(value) === null
      ? `"${value}" is neither a state of India nor the first three to six digits of PIN codes.`
      : null,
  (value) => areaOf(value) ?? value,
)

const PersonName = text((value) => {
  if (/^(none|null|)$/i.test(value)) return 'The law requires one. Give the name of a person; it can be you.'
  if (value.includes('@')) return 'Give the name of a person, not an e-mail address.'
  if (!/\p{L}.*\p{L}/u.test(value) || /\d/.test(value)) return 'Give the name of a person.'
  return value.length > 100 ? 'Use at most 100 characters.' : null
})

/** @param max in rupees */
function amount(min: number, max: number) {
  const range = `from ${formatShortRupees(min * 100)} to ${formatShortRupees(max * 100)}`
  const message = `Give an amount ${range}, such as 499 or ₹1,299.50.`
  return z.number(message).check(z.minimum(min, message), z.maximum(max, message))
}

function whole(min: number, max: number) {
  const message = `Give a whole number from ${min} to ${max}.`
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message))
}

const day = (label: string, example: string): SettingField => ({
  ...{ label, example, input: 'date' },
  schema: z.nullable(z.iso.date('Give a day such as 2026-12-24.')),
})

const field = <Schema extends z.ZodMiniType>(label: string, schema: Schema) => ({ label, schema })

/** With an example. */
const suchAs = (label: string, schema: z.ZodMiniType, example: string) => ({ label, schema, example })

const yesOrNo = (label: string) => field(label, z.boolean('Answer yes or no.'))

/** Highest amounts that are no mistake, in rupees. */
const CHARGE_MAX = 10_000
const ORDER_MAX = 10_000_000

const ADDRESS = '14, Residency Road, Bengaluru 560025'

const colour = (label: string): SettingField => ({
  label,
  example: '#0c4a57',
  schema: z.pipe(
    text((value) => (Colour.safeParse(value).success ? null : 'Give a colour such as #0c4a57.')),
    Colour,
  ),
})

const picture = (label: string): SettingField => ({
  label,
  schema: z.nullable(
    text((value) => (BrandPicture.safeParse(value).success ? null : 'Upload the picture first.')),
  ),
})

/** @param host of the addresses */
const link = (label: string, host: string): SettingField => ({
  label,
  example: `https://${host}/meerastores`,
  schema: z.nullable(
    text((value) => {
      const { protocol, hostname } = URL.parse(value) ?? {}
      const isRight = protocol === 'https:' && (hostname === host || hostname?.endsWith(`.${host}`) === true)
      return isRight && value.length <= 300 ? null : `Give an address that begins with https://${host}/.`
    }),
  ),
})

/** By path. */
export const SETTING_FIELDS = {
  shop_name: suchAs('Name of the shop', line(60, 'A shop needs a name.'), 'Meera Stores'),
  'contact.emails': suchAs('E-mail addresses for customers', z.array(Email), 'help@meera.in'),
  'contact.phones': suchAs('Phone numbers for customers', z.array(Phone), '98450 12345'),
  'contact.address': suchAs('Address for customers', Address, ADDRESS),
  'seller.legal_name': suchAs(
    'Legal name of the business, as on its invoices',
    line(200, 'The legal name is needed: invoices carry it.'),
    'Meera Stores LLP',
  ),
  'seller.address': suchAs('Address of the business, with PIN code', Address, ADDRESS),
  'seller.state': suchAs('State of the business', State, 'Karnataka'),
  'seller.gstin': suchAs('GSTIN', z.nullable(Gstin), '29ABCDE1234F1ZW'),
  'seller.composition': yesOrNo(
    'Is the business under the composition scheme, which issues bills of supply without tax?',
  ),
  'seller.fssai': suchAs(
    'FSSAI licence number, for sellers of food',
    z.nullable(
      z
        .string()
        .check(z.trim(), z.regex(/^[12]\d{13}$/, 'An FSSAI number has 14 digits and begins with 1 or 2.')),
    ),
    '11223344556677',
  ),
  'seller.grievance_officer': suchAs(
    'Name of the grievance officer (required by law; it can be you)',
    PersonName,
    'Meera Krishnan',
  ),
  'seller.grievance_email': suchAs('E-mail address for complaints', Email, 'complaints@meera.in'),
  'delivery.charge': field('Delivery charge in rupees (0 for free delivery)', amount(0, CHARGE_MAX)),
  'delivery.free_above': field(
    'Delivery is free for orders above this amount, in rupees',
    amount(0, ORDER_MAX),
  ),
  'delivery.areas': suchAs(
    'States, or first digits of PIN codes, to which the shop delivers',
    z.array(Area),
    'Karnataka, 600',
  ),
  'delivery.dispatch_days': field('Working days until a parcel leaves the shop', whole(0, 60)),
  return_days: field(
    'How many days may customers return goods? (none = only damaged or wrong goods)',
    z.nullable(whole(1, 365)),
  ),
  'payments.cod': yesOrNo('Can customers pay cash on delivery?'),
  'payments.round_cash': yesOrNo('Is what is collected in cash rounded to the rupee?'),
  'payments.cod_fee': field('Fee for cash on delivery in rupees (0 for none)', amount(0, ORDER_MAX)),
  'payments.cod_confirm': yesOrNo('Are customers asked by mail to confirm an order in cash?'),
  'payments.providers': suchAs(
    'Providers of online payment, in the order in which customers see them (none = all that are set up)',
    z.nullable(z.array(z.enum(PAYMENT_PROVIDERS, `Use ${PAYMENT_PROVIDERS.join(', ')}.`))),
    'upi, razorpay',
  ),
  'payments.upi.id': suchAs(
    'Your UPI id, to which customers pay without a provider (none = they do not)',
    z.nullable(UpiId),
    'haatshop@okhdfcbank',
  ),
  'payments.upi.category': suchAs(
    'Category code of your UPI id at the bank, four digits (none = not known)',
    z.nullable(z.string().check(z.regex(/^\d{4}$/, 'Four digits, please.'))),
    '5399',
  ),
  'payments.upi.pay_minutes': field(
    'Minutes that a customer has to pay to your UPI id; the goods are kept meanwhile',
    whole(5, 1440),
  ),
  'payments.upi.confirm_hours': field(
    'Hours that an order waits for you once its customer says that it is paid by UPI',
    whole(1, 168),
  ),
  'display.card_frame': field('Frame of the pictures on cards: square or portrait', CardFrame),
  languages: suchAs(
    'Languages among which shoppers choose',
    z
      .array(z.enum(LANGUAGE_CODES, `Use ${LANGUAGE_CODES.join(', ')}.`))
      .check(z.minLength(1, `Use ${LANGUAGE_CODES.join(', ')}.`)),
    'en, hi, ta',
  ),
  'brand.colours.main': colour('Main colour: links, headings, buttons'),
  'brand.colours.accent': colour('Accent: offers, the second stripe'),
  'brand.colours.paper': colour('Background'),
  'brand.corners': field('Corners', z.enum(CORNERS, `Answer ${CORNERS.join(', ')}.`)),
  'brand.font': field('Font', z.enum(FONTS, `Answer ${FONTS.join(', ')}.`)),
  'brand.ornament': yesOrNo('Is there an awning above pages and mails?'),
  'brand.logo': picture('Logo'),
  'brand.logo_dark': picture('Logo for the dark footer'),
  'brand.logo_with_name': yesOrNo('Does the name stand beside the logo?'),
  'brand.favicon': picture('Icon of the browser’s tab, square'),
  'brand.links.whatsapp': suchAs('WhatsApp number', z.nullable(Phone), '98450 12345'),
  'brand.links.instagram': link('Instagram', 'instagram.com'),
  'brand.links.facebook': link('Facebook', 'facebook.com'),
  'brand.links.youtube': link('YouTube', 'youtube.com'),
  'limits.pieces_per_line': field(
    'Pieces of one product that a customer may order at once',
    whole(1, LIMITS.line_quantity),
  ),
  'limits.open_cod_orders': field(
    'How many unpaid COD orders may one customer have at a time?',
    z.nullable(whole(1, 1000)),
  ),
  'limits.cod_order_value': field(
    'Highest value of a COD order, in rupees',
    z.nullable(amount(1, ORDER_MAX)),
  ),
  'limits.verified_contact': yesOrNo(
    'Must customers verify their e-mail address or phone number before they order?',
  ),
  'checkout.guest': yesOrNo('Can guests order with a phone number and an OTP?'),
  'alerts.email': field('Where mails to the merchant go', z.nullable(Email)),
  'alerts.low_stock': field(
    'A variant with this many pieces or fewer is low on stock',
    z.nullable(whole(0, 100_000)),
  ),
  'reviews.approve': yesOrNo('Is a review shown only once you have approved it?'),
  'reviews.ask_after_days': field(
    'Days after delivery on which customers are asked for a review (none = they are not)',
    z.nullable(whole(1, 60)),
  ),
  'backups.hour': field(
    'Hour of the day at which the server makes a backup (none = as the server is set up)',
    z.nullable(whole(0, 23)),
  ),
  'backups.keep': field('How many of these backups it keeps', whole(1, 365)),
  'closed.from': day('First day on which the shop is closed', '2026-12-24'),
  'closed.until': day('Day on which it opens again', '2027-01-02'),
  'closed.message': suchAs(
    'What customers read then, before the day on which the shop opens again',
    z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters.')),
    'We are on a family holiday.',
  ),
  placeholder_phone: field(
    'Phone number of orders without one',
    z.string().check(z.regex(PATTERNS.phone, 'Give 10 digits, such as 9845012345.')),
  ),
} as const satisfies Record<string, SettingField>
export type SettingPath = keyof typeof SETTING_FIELDS

export const isSettingPath = (path: string): path is SettingPath => Object.hasOwn(SETTING_FIELDS, path)

/** The first sentence about a value that its setting does not take, or null. */
export function faultOfSetting(schema: z.ZodMiniType, value: unknown): string | null {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? '')
}

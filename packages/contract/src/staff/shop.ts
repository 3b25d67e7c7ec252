import * as z from 'zod/mini'
import type { Language } from '../languages.ts'
import { Id } from '../wire.ts'
import {
  act,
  each,
  field,
  csvText,
  fileText,
  FileReply,
  flag,
  limit,
  line,
  optional,
  pairs,
  plural,
  table,
  text,
  TextOrNull,
} from './act.ts'
import { providerLabel } from './payments.ts'

const Category = z.object({
  id: Id,
  path: field(z.string(), 'names from the top level down, such as "Footwear > Running"'),
  ...each(z.string(), 'name', 'slug'),
  image_url: TextOrNull,
  parent_id: z.nullable(Id),
  position: z.int(),
  ...each(z.int(), 'products', 'all_products'),
})

const category = text('id, slug, or path such as "Footwear > Running"')
const placed = pairs(
  ['name', 'under', 'before', 'after', 'picture'],
  'name; under, the parent (none: top level); before or after, a category of the same level; picture, a file or its address (none removes it)',
  { local: 'picture' },
)

export const staffCategories = {
  list: act('categories list', {
    route: 'GET /api/desk/categories',
    permission: 'products.read',
    summary: 'list all categories with their number of products, hidden ones included',
    reply: table(Category, ['id', 'path', 'slug', 'all_products', 'image_url']),
    versioned: (rows) => rows.map(({ products: _products, all_products: _all, ...row }) => row),
  }),
  add: act('categories add <name> [set...]', {
    route: 'POST /api/desk/categories',
    permission: 'catalogue.write',
    summary: 'add a category',
    help: 'Example:\n  haat categories add Running under=footwear',
    input: { name: text('name of the new category'), set: z.optional(placed) },
    reply: Category,
    said: ({ path, id }) => `Added ${path} (#${id}).`,
  }),
  set: act('categories set <category> <set...>', {
    route: 'PATCH /api/desk/categories/{category}',
    permission: 'catalogue.write',
    summary: 'change a category; rename or move it, or change its place or picture',
    help: `The slug stays. A file that you import later and that has the old name creates the old category again.

Examples:
  haat categories set sneakers "name=Sports Shoes" picture=shoes.jpg
  haat categories set running under=footwear before=walking`,
    input: { category, set: placed },
    shown_by: 'list',
    reply: Category,
    said: ({ path, id }) => `Changed ${path} (#${id}).`,
  }),
  delete: act('categories delete <category>', {
    route: 'DELETE /api/desk/categories/{category}',
    permission: 'catalogue.write',
    summary: 'delete a category that has no sub-categories',
    help: 'Example:\n  haat categories delete sandals --move-products-to footwear',
    input: { category, move_products_to: z.optional(text('the new category of its products')) },
    reply: z.object({ category: Category, moved: z.int() }),
    said: ({ category, moved }) =>
      `Deleted ${category.path}${moved === 0 ? '' : ` and moved its ${plural(moved, 'product')}`}.`,
  }),
}

const slug = text('such as shipping-policy')

export const staffPages = {
  list: act('pages list', {
    route: 'GET /api/desk/pages',
    permission: 'catalogue.write',
    summary: 'list all text pages',
    reply: table(
      z.object({
        ...each(z.string(), 'slug', 'title', 'address'),
        /** `standard`: every shop has it; `draft`: proposed, and not in the shop until it is saved. */
        kind: z.enum(['standard', 'own', 'draft']),
        in_footer: z.boolean(),
      }),
    ),
  }),
  get: act('pages get <slug>', {
    route: 'GET /api/desk/pages/{slug}',
    permission: 'catalogue.write',
    summary: 'print the text of a page',
    help: 'Example:\n  haat pages get terms > terms.txt',
    input: { slug },
    reply: z.object({ ...each(z.string(), 'slug', 'title', 'text'), in_footer: z.boolean() }),
    said: ({ text }) => text,
  }),
  set: act('pages set <slug> <text>', {
    route: 'PATCH /api/desk/pages/{slug}',
    permission: 'catalogue.write',
    summary: 'change a page, or add one',
    help: `The text is Markdown: an empty line between paragraphs, "## " before a heading, "- " before a point, **bold**. HTML
is shown as it stands. Privacy, shipping, contact and questions are pre-written: see haat pages list.

Examples:
  haat pages set terms terms.txt
  haat pages set shipping-policy shipping.txt --title "Shipping Policy"
  haat pages set about - < about.txt`,
    input: {
      slug,
      text: fileText('a file with its text, in UTF-8; - reads the standard input'),
      title: z.optional(text('its title; a new page needs one')),
      in_footer: optional(z.enum(['yes', 'no']), 'whether the footer links to it; a new page is there'),
    },
    shown_by: 'get',
    reply: z.object({ ...each(z.string(), 'slug', 'title'), added: z.boolean() }),
    said: ({ slug, title, added }) => `${added ? 'Added' : 'Changed'} the page /pages/${slug} (${title}).`,
  }),
  preview: act(null, {
    route: 'POST /api/desk/pages/preview',
    permission: 'catalogue.write',
    summary: 'draw a text as its page in the shop would',
    input: { text: field(z.string().check(z.maxLength(100_000)), 'Markdown') },
    reply: z.object({ html: z.string() }),
    undo: false,
  }),
  delete: act('pages delete <slug>', {
    route: 'DELETE /api/desk/pages/{slug}',
    permission: 'catalogue.write',
    summary: 'delete one of your own pages',
    help: 'Example:\n  haat pages delete shipping-policy',
    input: { slug },
    reply: z.object({ slug: z.string() }),
    said: ({ slug }) => `Deleted the page ${slug}.`,
  }),
}

export const staffSynonyms = {
  missing: act('synonyms missing', {
    route: 'GET /api/desk/synonyms/missing',
    permission: 'catalogue.write',
    summary: 'list what customers searched in the last 7 days without finding anything, most often first',
    input: { limit: limit(20, 1000) },
    reply: table(z.object({ term: z.string(), times: z.int() })),
  }),
  get: act('synonyms get', {
    route: 'GET /api/desk/synonyms',
    permission: 'catalogue.write',
    summary: 'print all synonyms as CSV: what customers type, and what it finds too',
    help: 'Example:\n  haat synonyms get > synonyms.csv',
    reply: FileReply,
    file: 'text/csv',
  }),
  set: act('synonyms set <csv>', {
    route: 'PATCH /api/desk/synonyms',
    permission: 'catalogue.write',
    shown_by: 'get',
    summary: 'change the synonyms; those of a CSV file become those of the shop',
    help: 'Each line has a term and what it finds too: joota,shoe,sneaker\n\nExample:\n  haat synonyms get > synonyms.csv   # add and delete lines, then:\n  haat synonyms set synonyms.csv --yes',
    input: {
      csv: csvText('the file, in UTF-8; - reads the standard input'),
      yes: flag('also remove the synonyms that the file leaves out'),
    },
    reply: z.object(each(z.int(), 'added', 'removed')),
    said: ({ added, removed }) => `Added ${added} and removed ${removed} synonyms.`,
  }),
}

/** The languages that a merchant, who writes English, translates into. */
export const TRANSLATED_INTO = ['hi', 'ta'] as const satisfies Language[]
export type TranslatedInto = (typeof TRANSLATED_INTO)[number]

const language = field(z.enum(TRANSLATED_INTO), 'hi for Hindi, ta for Tamil')

const Translated = z.object({
  ...each(z.int(), 'changed', 'removed'),
  unknown: field(z.array(z.string()), 'texts of a file that the shop does not have, 20 at most'),
})

/** What became of translations, as a sentence or two. */
export function translatedText({ changed, removed, unknown }: z.output<typeof Translated>): string {
  const done = `Translated ${plural(changed, 'text')}, removed ${removed}.`
  if (unknown.length === 0) return done
  return `${done} The shop does not say ${unknown.map((text) => `“${text}”`).join(', ')}: nobody sees what it is translated to.`
}

export const staffTranslations = {
  list: act('translations list <language>', {
    route: 'GET /api/desk/translations/{language}',
    permission: 'catalogue.write',
    summary: 'list the texts of the shop in a language: names, descriptions, colours, banners, deals, pages',
    help: 'Examples:\n  haat translations list hi --missing\n  haat translations list ta --search bottle',
    input: {
      language,
      search: z.optional(text('words, each part of a text, of its translation or of what it is the text of')),
      missing: flag('only texts without a translation'),
      after: optional(z.int().check(z.minimum(0)), 'only texts after so many, for the next page'),
      limit: limit(50, 5000),
    },
    reply: table(
      z.object({
        number: field(z.int(), 'its place among all texts'),
        ...each(z.string(), 'about', 'text', 'translation'),
      }),
      ['about', 'text', 'translation'],
    ),
  }),
  get: act('translations get <language>', {
    route: 'GET /api/desk/translations/{language}/file',
    permission: 'catalogue.write',
    summary: 'print all texts of the shop with their translation as CSV, to be filled in',
    help: 'Example:\n  haat translations get hi > hindi.csv',
    input: { language },
    reply: FileReply,
    file: 'text/csv',
  }),
  set: act('translations set <language> [csv]', {
    route: 'PATCH /api/desk/translations/{language}',
    permission: 'catalogue.write',
    summary: 'translate texts of the shop: those of a CSV file, or one; others stay as they are',
    help: `A CSV file with the columns text and translation, as haat translations get prints it. An empty translation removes
it. A text that is changed later needs a new one; until then its new words are shown.

Examples:
  haat translations set hi hindi.csv
  haat translations set hi --text "Steel bottle" --translation "स्टील की बोतल"`,
    input: {
      language,
      csv: z.optional(csvText('the file, in UTF-8; - reads the standard input')),
      text: z.optional(text('a text of the shop, as haat translations list shows it')),
      translation: z.prefault(text('what it is in the language'), ''),
    },
    reply: Translated,
    said: translatedText,
  }),
}

/** A value as a merchant types it. */
const typed = (value: unknown): string =>
  value === null ? 'none' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

/** A line per setting, as it is typed. */
export function settingLines(path: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [`${path} = ${typed(value)}`]
  if (Array.isArray(value)) {
    const isPlain = value.every((part) => typeof part !== 'object')
    return [`${path} = ${isPlain ? value.join(', ') : JSON.stringify(value)}`]
  }
  return Object.entries(value).flatMap(([key, part]) => settingLines(path ? `${path}.${key}` : key, part))
}

const Payment = z.object({
  name: z.string(),
  /** Whether it moves no money. */
  simulated: z.boolean(),
  offered: z.boolean(),
  /** Whether there is something to test. */
  is_provider: z.boolean(),
})

const MailAccount = z.object({
  /** Who has it: the environment of the server wins. */
  source: z.enum(['environment', 'desk', 'none']),
  ...each(TextOrNull, 'host', 'user', 'from'),
  port: z.nullable(z.int()),
})
const MAIL_HOST = 'Give the name of a mail server, such as smtp.gmail.com.'
const EMAIL = 'Give an e-mail address, such as shop@meera.in.'

export const staffSettings = {
  get: act('settings get [setting]', {
    route: 'GET /api/desk/settings',
    permission: 'settings.write',
    summary: 'print all settings, or one of them; amounts in rupees',
    help: 'Examples:\n  haat settings get\n  haat settings get delivery',
    input: {
      setting: optional(z.string(), 'a setting such as delivery.charge, or a group such as delivery'),
    },
    reply: z.unknown() as z.ZodMiniType,
    said: (value, { setting = '' }) =>
      typeof value === 'object' && value !== null ? settingLines(setting, value).join('\n') : typed(value),
  }),
  set: act('settings set <set...>', {
    route: 'PATCH /api/desk/settings',
    permission: 'settings.write',
    summary: 'change settings; all or none, amounts in rupees',
    help: `A list is separated by commas. See the names of all settings with haat settings get. The service boxes, info cards,
seller_label and copyright follow the other settings until you write your own; none brings those texts back.

Examples:
  haat settings set delivery.charge=49 delivery.free_above=999
  haat settings set contact.phones="98450 12345, 080 4567 8900"
  haat settings set brand.colours.main=#8a1538 brand.logo=logo.png
  haat settings set seller.gstin=none`,
    input: {
      set: field(
        z.record(z.string(), z.string()),
        'settings such as delivery.charge with their new values; none removes one',
      ),
    },
    reply: z.object({ values: z.record(z.string(), z.unknown()), notices: z.array(z.string()) }),
    said: ({ values, notices }) =>
      [...Object.entries(values).flatMap(([path, value]) => settingLines(path, value)), ...notices].join(
        '\n',
      ),
    shown_by: 'get',
  }),
  payments: act('settings payments', {
    route: 'GET /api/desk/settings/payments',
    permission: 'settings.write',
    summary: 'list the ways to pay, and whether customers are offered them',
    reply: table(Payment),
  }),
  test_payment: act('settings test-payment <name>', {
    route: 'POST /api/desk/settings/payments/{name}/test',
    permission: 'settings.write',
    summary: 'ask a provider whether it answers and accepts your keys; no money moves',
    input: { name: text('the provider, as haat settings payments calls it') },
    reply: z.object({ name: z.string(), payment_url: TextOrNull, simulated: z.boolean() }),
    said: ({ name, payment_url, simulated }) =>
      simulated
        ? `${providerLabel(name)} answers. It is simulated: no money moves.`
        : `${providerLabel(name)} answers${payment_url ? `. Its page: ${payment_url}` : ' and accepts your keys.'}`,
    undo: false,
  }),
  mail: act(null, {
    route: 'GET /api/desk/settings/mail',
    permission: 'settings.write',
    summary: 'show the mail account, without its password',
    reply: MailAccount,
  }),
  // Who reads the mails of the shop can set the password of everybody of the staff.
  set_mail: act(null, {
    route: 'POST /api/desk/settings/mail',
    permission: 'staff.write',
    summary: "set the mail account; in the shop's data folder and not in its database",
    input: {
      host: field(
        z.string().check(z.trim(), z.toLowerCase(), z.regex(/^([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/, MAIL_HOST)),
        'such as smtp.gmail.com',
      ),
      port: field(
        z.union([z.literal(465), z.literal(587), z.literal(2525), z.literal(25)]),
        'what the mail provider says: 465 or 587',
      ),
      user: line(200, 'often the e-mail address'),
      password: optional(z.string().check(z.maxLength(500)), 'left empty, it stays as it is'),
      from: field(
        z.string().check(z.trim(), z.email(EMAIL), z.maxLength(254)),
        'the address that mails come from',
      ),
    },
    secret: ['password'],
    audited: 'always',
    undo: false,
    reply: MailAccount,
  }),
  forget_mail: act(null, {
    route: 'DELETE /api/desk/settings/mail',
    permission: 'staff.write',
    summary: 'remove the mail account; no mail is sent then',
    audited: 'always',
    undo: false,
    reply: MailAccount,
  }),
  test_mail: act('settings test-mail <to>', {
    route: 'POST /api/desk/settings/mail/test',
    permission: 'settings.write',
    summary: 'send a mail to an address, to see whether mail arrives',
    input: { to: field(z.string().check(z.trim(), z.email(), z.maxLength(254)), 'e-mail address') },
    reply: z.object({ to: z.string(), is_simulated: z.boolean() }),
    said: ({ to, is_simulated }) =>
      is_simulated
        ? 'There is no mail server: the mail is in the inbox of the QA tools, /dev/inbox.'
        : `The mail server has accepted a mail to ${to}. Look whether it arrives.`,
    undo: false,
  }),
}

/** Links that let somebody of the staff in once: the first owner, an invitation, a new password. */
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { lockName, type Tx } from '../../db/database.ts'
import { formatMoment } from '../../format.ts'
import { tokenHash } from '../../http/staff-guard.ts'
import { keyedDigest } from '../../secrets.ts'
import type { Shop } from '../../shop.ts'
import { canMail } from '../auth/auth.ts'
import { button, mailPage, mailShop, paragraph, SOFT, textFooter, type } from '../mail/mail-layout.ts'
import { mailKind } from '../mail/outbox.ts'
import { findLink, hasStaff, replaceLink, type StaffLink } from './staff.store.ts'

const HOURS = 48

/** What is stored and mailed is this seed: without the server's key nobody can make the link of it. */
const tokenOf = (seed: string, { keys }: Shop['config']): string => keyedDigest(keys.links, seed)
const addressOf = (token: string, { publicUrl }: Shop['config']): string => `${publicUrl}/desk/link/${token}`

export const newLinkSeed = (): string => randomBytes(32).toString('base64url')

/**
 * Makes a link, which ends those of its kind before, and mails it if mail is set up.
 *
 * @param seed as made by `newLinkSeed`, before the transaction
 */
export async function makeLink(
  tx: Tx,
  { config, now }: Pick<Shop, 'config' | 'now'>,
  seed: string,
  link: Omit<StaffLink, 'token_hash' | 'expires_at'>,
) {
  const token = tokenOf(seed, config)
  const expires_at = new Date(now().getTime() + HOURS * 3_600_000)
  await replaceLink(tx, { ...link, token_hash: tokenHash(token), expires_at })
  // A command without the server's secrets makes links that the server cannot make again.
  const mailed = link.kind !== 'owner' && canMail(config) && config.unstoredSecrets === null
  if (mailed) await staffLinkMails.enqueue(tx, { seed }, `staff-link:${seed}`)
  return { link: addressOf(token, config), expires_at, mailed }
}

/** The link of the first owner, which ends the one before; null once there is staff. */
export async function newOwnerLink(shop: Pick<Shop, 'db' | 'config' | 'now'>): Promise<string | null> {
  const seed = newLinkSeed()
  return shop.db.transaction(async (tx) => {
    await lockName(tx, 'staff')
    if (await hasStaff(tx)) return null
    return (await makeLink(tx, shop, seed, { kind: 'owner', email: '', name: '', role: 'owner' })).link
  })
}

const TEXTS = {
  invitation: {
    subject: 'You are invited to run',
    heading: 'Welcome to the desk',
    act: 'choose your password',
    why: 'The shop invites you to its desk, where orders and products are managed.',
  },
  password: {
    subject: 'A new password for the desk of',
    heading: 'A new password',
    act: 'choose a new password',
    why: 'Somebody asked for a new password for your account at the desk. If it was not you, ignore this mail: your account stays as it is.',
  },
}

export const staffLinkMails = mailKind({
  kind: 'staff_link',
  payload: z.object({ seed: z.string() }),
  /** Not sent any more once the link was used or replaced. */
  async compose(shop, { seed }) {
    const token = tokenOf(seed, shop.config)
    const found = await findLink(shop.db, tokenHash(token), new Date(0))
    if (!found || found.kind === 'owner') return null
    const layout = await mailShop(shop)
    const { subject, heading, act, why } = TEXTS[found.kind]
    const address = addressOf(token, shop.config)
    const until = `It is good once, until ${formatMoment(found.expires_at)} IST.`
    return {
      to: found.email,
      subject: `${subject} ${layout.shop_name}`,
      text: [
        `Hello ${found.name},`,
        why,
        `To ${act}, open this link:\n${address}`,
        until,
        textFooter(layout),
      ].join('\n\n'),
      html: mailPage({
        shop: layout,
        preview: until,
        heading,
        body: [
          paragraph(`Hello ${found.name},`),
          paragraph(why),
          button(`${act[0]!.toUpperCase()}${act.slice(1)}`, address),
          paragraph(until, type(14, SOFT)),
        ],
      }),
    }
  },
})

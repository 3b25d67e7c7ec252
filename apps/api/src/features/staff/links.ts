/** Links that let somebody of the staff in once: the first owner, an invitation, a new password. */
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { lockName, type Tx } from '../../db/database.ts'
import { formatMoment } from '../../format.ts'
import { tokenHash } from '../../http/staff-guard.ts'
import { keyedDigest } from '../../secrets.ts'
import type { Shop } from '../../shop.ts'
import { canMail } from '../auth/auth.ts'
import { letter } from '../mail/mail-layout.ts'
import { mailKind } from '../mail/outbox.ts'
import { findLink, hasStaff, replaceLink, type StaffLink } from './staff.store.ts'

const HOURS = 48

/** What is stored and mailed is this seed: without the server's key nobody can make the link of it. */
const tokenOf = (seed: string, { keys }: Shop['config']): string => keyedDigest(keys.links, seed)
const linkPath = (token: string): string => `/desk/link/${token}`

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
  { kind, email, name, role }: Omit<StaffLink, 'token_hash' | 'expires_at'>,
) {
  const token = tokenOf(seed, config)
  const expires_at = new Date(now().getTime() + HOURS * 3_600_000)
  await replaceLink(tx, { kind, email, name, role, token_hash: tokenHash(token), expires_at })
  // A command without the server's secrets makes links that the server cannot make again.
  const mailed = kind !== 'owner' && canMail(config) && config.unstoredSecrets === null
  if (mailed) await staffLinkMails.enqueue(tx, { seed }, `staff-link:${seed}`)
  return { link: config.publicUrl + linkPath(token), expires_at, mailed }
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

const WHY = {
  invitation: 'You are invited to the desk of the shop, where its orders and products are managed.',
  password:
    'Somebody asked for a new password for your account at the desk. If it was not you, ignore this mail.',
}

export const staffLinkMails = mailKind({
  kind: 'staff_link',
  payload: z.object({ seed: z.string() }),
  /** Not sent any more once the link was used or replaced. */
  async compose(shop, { seed }) {
    const token = tokenOf(seed, shop.config)
    const found = await findLink(shop.db, tokenHash(token), new Date(0))
    if (!found || found.kind === 'owner') return null
    const until = `The link is good once, until ${formatMoment(found.expires_at)} IST.`
    const heading = found.kind === 'invitation' ? 'Welcome to the desk' : 'A new password for the desk'
    const links = [{ label: 'Choose a password', path: linkPath(token) }]
    const lines = [WHY[found.kind], until]
    return {
      to: found.email,
      write: (from) => ({
        ...letter(from, { heading, preview: until, hello: found.name, lines, links }),
        subject: `${heading} of ${from.shop_name}`,
      }),
    }
  },
})

/** Links by which one phone adds pictures to a product at the desk, and the calls of that phone. */
import { randomBytes } from 'node:crypto'
import { CAMERA_HEADER, CAMERA_MINUTES, CAMERA_PICTURES, openPhotos } from '@haat/contract/staff/camera'
import type { Staff } from '@haat/contract/staff/index'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { findSessions } from '../../features/staff/staff.store.ts'
import { conflict, Failure, noSuch } from '../../http/failure.ts'
import { findStaff, refuseForeign, requirePermission, tokenHash } from '../../http/staff-guard.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable } from '../act-table.ts'
import * as store from './camera.store.ts'

export const cameraActs: ActTable<Staff['camera']> = {
  async open({ db, now }, { product = null }, { staffId, session }) {
    if (staffId === null || session === undefined) throw noSuch('Only somebody at the desk can do this.')
    const token = randomBytes(32).toString('base64url')
    const link = await db.transaction((tx) =>
      store.insertLink(
        tx,
        {
          token_hash: tokenHash(token),
          staff_id: staffId,
          session_id: session,
          product_id: product,
          expires_at: new Date(now().getTime() + CAMERA_MINUTES * 60_000),
        },
        now(),
      ),
    )
    return { link: link.id, token, expires_at: link.expires_at }
  },
  async show({ db }, { link: id }, { staffId, session }) {
    const link = await store.findLink(db, id)
    if (!link || link.staff_id !== staffId || link.session_id !== session)
      throw noSuch('This session has made no such link.')
    return { is_opened: link.phone_hash !== null, media_urls: store.urlsOf(link) }
  },
}

/** Of the link, and of the phone. */
const SECRETS = /^([\w-]{43})\.([\w-]{43,64})$/

const linkGone = () =>
  new Failure(404, 'This code is too old, or another phone has used it. Show a new one at the desk.', {
    code: 'LINK_GONE',
  })

/**
 * Lets a phone in by its link: the first that opens it, until it ends or the session that made it does.
 *
 * @throws Failure 403, 404
 */
export async function admitPhone(shop: Shop, request: FastifyRequest): Promise<store.CameraLink> {
  refuseForeign(request, shop.config)
  const [, token, phone] = SECRETS.exec(String(request.headers[CAMERA_HEADER] ?? '')) ?? []
  if (token === undefined || phone === undefined) throw linkGone()
  const { db, now } = shop
  const link = await db.transaction((tx) => store.takeLink(tx, tokenHash(token), tokenHash(phone), now()))
  if (!link) throw linkGone()
  const session = (await findSessions(db, link.staff_id, now())).find(({ id }) => id === link.session_id)
  const staff = session && (await findStaff(shop, session.token_hash))
  if (!staff) throw linkGone()
  requirePermission(staff, 'products.write')
  return link
}

/** What a phone is told that has just opened its link; on the wire. */
export async function describeLink({ db }: Shop, { product_id, expires_at }: store.CameraLink) {
  const product = product_id === null ? null : ((await store.findProductName(db, product_id)) ?? null)
  return z.encode(openPhotos.reply, { product, expires_at })
}

/** @throws Failure 409 when the link has all the pictures that it may have */
export async function keepPicture({ db }: Shop, { id }: store.CameraLink, media_url: string): Promise<void> {
  if (!(await db.transaction((tx) => store.addPicture(tx, id, media_url, CAMERA_PICTURES))))
    throw conflict(`These are ${CAMERA_PICTURES} pictures. Show a new code at the desk for more.`)
}

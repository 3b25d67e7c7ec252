import { and, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { changeRow, findRow, insertRow, lockName, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type CameraLink = Tables['camera_links']['$inferSelect']

/** Makes a link, and deletes those that have ended. */
export async function insertLink(
  tx: Tx,
  link: Tables['camera_links']['$inferInsert'],
  now: Date,
): Promise<CameraLink> {
  const { camera_links: links } = tx.tables
  await tx.delete(links).where(lte(links.expires_at, now))
  return insertRow(tx, links, link)
}

export const findLink = (reader: Reader, id: number): Promise<CameraLink | undefined> =>
  findRow(reader, reader.tables.camera_links, eq(reader.tables.camera_links.id, id))

/** Gives a link to the first phone that asks. @returns it, unless it has ended or is another phone's */
export function takeLink(
  tx: Tx,
  token_hash: string,
  phone_hash: string,
  now: Date,
): Promise<CameraLink | undefined> {
  const { camera_links: links } = tx.tables
  const isOpen = and(eq(links.token_hash, token_hash), gt(links.expires_at, now))
  const isIts = or(isNull(links.phone_hash), eq(links.phone_hash, phone_hash))
  return changeRow(tx, links, { phone_hash }, and(isOpen, isIts))
}

/** @returns false when the link has as many pictures as it may */
export async function addPicture(tx: Tx, id: number, media_url: string, most: number): Promise<boolean> {
  const { camera_links: links } = tx.tables
  await lockName(tx, `camera ${id}`)
  const media_urls = urlsOf(await findLink(tx, id))
  if (media_urls.length >= most) return false
  const more = JSON.stringify([...media_urls, media_url])
  await tx.update(links).set({ media_urls: more }).where(eq(links.id, id))
  return true
}

export const urlsOf = (link: CameraLink | undefined): string[] => JSON.parse(link?.media_urls ?? '[]')

export const findProductName = async (reader: Reader, id: number): Promise<string | undefined> =>
  (await findRow(reader, reader.tables.products, eq(reader.tables.products.id, id)))?.name

import type { ShopSettings } from '@haat/contract/settings'
import type { Shop } from '../../shop.ts'
import { readSettings } from '../settings/shop-settings.ts'

/** What every mail says of the shop it comes from. */
export interface MailShop extends Pick<ShopSettings, 'shop_name' | 'contact'> {
  /** Without a trailing slash. */
  url: string
}

/** What a mail says. */
export interface MailText {
  subject: string
  text: string
  html: string
}

export async function mailShop({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<MailShop> {
  const { shop_name, contact } = await readSettings(db)
  return { shop_name, contact, url: config.publicUrl }
}

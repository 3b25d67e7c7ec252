import { ShopSettings } from '@haat/contract/settings'
import * as z from 'zod/mini'
import type { Reader, Tx } from '../../db/database.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { findSetting, storeSetting } from './settings.store.ts'

const KEY = 'shop'

/** The shop's settings in code's terms (paise); the defaults where nothing is stored. */
export async function readSettings(reader: Reader): Promise<ShopSettings> {
  const stored = await findSetting(reader, KEY)
  return stored === undefined ? DEFAULT_SETTINGS : z.decode(ShopSettings, JSON.parse(stored))
}

export async function writeSettings(tx: Tx, settings: ShopSettings): Promise<void> {
  await storeSetting(tx, KEY, JSON.stringify(z.encode(ShopSettings, settings)))
}

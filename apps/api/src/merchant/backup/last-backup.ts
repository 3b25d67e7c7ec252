import type { Reader, Tx } from '../../db/database.ts'
import { findSetting, storeSetting } from '../../features/settings/settings.store.ts'

const KEY = 'last_backup_at'

/** When the shop was last backed up, wherever to; null for never. */
export async function lastBackupAt(reader: Reader): Promise<Date | null> {
  const stored = await findSetting(reader, KEY)
  return stored === undefined ? null : new Date(stored)
}

export const storeLastBackup = (tx: Tx, at: Date): Promise<void> => storeSetting(tx, KEY, at.toISOString())

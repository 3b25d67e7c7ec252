import type { Reader, Tx } from '../../db/database.ts'
import { findSetting, storeSetting } from '../../features/settings/settings.store.ts'

const MARK = 'initialised_at'

/** Whether the shop has been filled or set up before: a start then leaves its data alone. */
export const isInitialised = async (reader: Reader): Promise<boolean> =>
  (await findSetting(reader, MARK)) !== undefined

export const markInitialised = (tx: Tx, now: Date): Promise<void> => storeSetting(tx, MARK, now.toISOString())

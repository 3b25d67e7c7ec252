import type { AnyAct } from '@haat/contract/staff/act'
import { save } from '@haat/ui/save-file'
import { type CallInput, download } from './client.ts'
import { orToast } from './use-attempt.ts'

/**
 * Saves the file that an act replies as a download, or says why not.
 *
 * @param name of the file; one that ends in `.csv` asks for the reply as a spreadsheet
 */
export const saveReply = <A extends AnyAct>(act: A, input: CallInput<A>, name: string): Promise<void> =>
  orToast(async () => save(await download(act, input, name.endsWith('.csv') ? 'text/csv' : undefined), name))

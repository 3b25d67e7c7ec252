import type { AnyAct } from '@haat/contract/staff/act'
import { save } from '@haat/ui/save-file'
import { toast } from '../ui/toast.ts'
import { type CallInput, download, messageOf } from './client.ts'

/**
 * Saves the file that an act replies as a download, or says why not.
 *
 * @param name of the file; one that ends in `.csv` asks for the reply as a spreadsheet
 */
export async function saveReply<A extends AnyAct>(act: A, input: CallInput<A>, name: string): Promise<void> {
  try {
    const file = await download(act, input, name.endsWith('.csv') ? 'text/csv' : undefined)
    save(file, name)
  } catch (error) {
    toast('error', messageOf(error))
  }
}

import type { AnyAct } from '@haat/contract/staff/act'
import { Button } from '@haat/ui/button'
import { Download } from 'lucide-react'
import { type CallInput, downloadCsv, messageOf } from '../../api/client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { toast } from '../../ui/toast.ts'

interface DownloadButtonProps<A extends AnyAct> {
  act: A
  input: CallInput<A>
  /** Of the file, without its ending. */
  name: string
}

/** What an act replies, as a file for Excel. */
export function DownloadButton<A extends AnyAct>({ act, input, name }: DownloadButtonProps<A>) {
  const save = async (): Promise<void> => {
    try {
      saveFile(await downloadCsv(act, input), `${name}.csv`)
    } catch (error) {
      toast('error', messageOf(error))
    }
  }
  return (
    <Button variant="outline" onClick={save}>
      <Download aria-hidden className="size-5" />
      CSV
    </Button>
  )
}

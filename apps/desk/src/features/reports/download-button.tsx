import type { AnyAct } from '@haat/contract/staff/act'
import { Button } from '@haat/ui/button'
import { Download } from 'lucide-react'
import type { CallInput } from '../../api/client.ts'
import { saveReply } from '../../api/save-reply.ts'

interface DownloadButtonProps<A extends AnyAct> {
  act: A
  input: CallInput<A>
  /** Of the file, without its ending. */
  name: string
}

/** What an act replies, as a file for Excel. */
export function DownloadButton<A extends AnyAct>({ act, input, name }: DownloadButtonProps<A>) {
  return (
    <Button icon={Download} variant="outline" onClick={() => saveReply(act, input, `${name}.csv`)}>
      CSV
    </Button>
  )
}

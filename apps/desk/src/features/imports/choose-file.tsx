import { type Job, staffImports } from '@haat/contract/staff/jobs'
import { RadioGroup } from '@haat/ui/choice'
import { Notice } from '@haat/ui/feedback'
import { useState } from 'react'
import { call, uploadFile } from '../../api/client.ts'
import { useAttempt } from '../../api/use-attempt.ts'
import { FileDrop } from '../../ui/file-drop.tsx'

const KINDS: readonly { value: Job['only']; label: string; note: string }[] = [
  {
    value: 'everything',
    label: 'Products',
    note: 'A table of your own, or a file from Shopify, WooCommerce, Amazon, Flipkart, Meesho, Tally, Vyapar or Google',
  },
  { value: 'stock', label: 'Stock count', note: 'SKU or name, and how many there are' },
  { value: 'prices', label: 'Price list', note: 'SKU or name, price and MRP' },
]

/** Takes a file, and tries it. */
export function ChooseFile({ onOpen }: { onOpen: (job: number) => void }) {
  const [only, setOnly] = useState<Job['only']>('everything')
  const [sending, setSending] = useState<string | null>(null)
  const { failure, attempt } = useAttempt()

  const take = async (file: File): Promise<void> => {
    setSending(file.name)
    const isSent = await attempt(async () => {
      const job = await call(staffImports.run, { file: await uploadFile(file), only, dry_run: true })
      onOpen(job.id)
    })
    if (!isSent) setSending(null)
  }
  return (
    <>
      <RadioGroup
        legend="What is in the file?"
        look="cards"
        value={only}
        onChange={setOnly}
        options={KINDS.map(({ value, label, note }) => ({
          value,
          label: (
            <>
              <span className="block font-semibold">{label}</span>
              <span className="block text-sm text-ink-soft">{note}</span>
            </>
          ),
        }))}
      />
      {failure && <Notice tone="bad">{failure}</Notice>}
      <FileDrop
        accept=".csv,.tsv,.txt,.xlsx,.xml"
        hint="CSV, TSV, Excel (.xlsx) or XML, up to 100 MB"
        busy={sending === null ? undefined : `Sending ${sending} …`}
        onFile={take}
      />
    </>
  )
}

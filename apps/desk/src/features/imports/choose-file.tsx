import { type Job, staffImports } from '@haat/contract/staff/jobs'
import { buttonClass } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { RadioGroup } from '@haat/ui/choice'
import { Notice } from '@haat/ui/feedback'
import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { call, messageOf, uploadFile } from '../../api/client.ts'

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
  const id = useId()
  const [only, setOnly] = useState<Job['only']>('everything')
  const [sending, setSending] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)

  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setFailure(null)
    setSending(file.name)
    try {
      const job = await call(staffImports.run, { file: await uploadFile(file), only, dry_run: true })
      onOpen(job.id)
    } catch (error) {
      setFailure(messageOf(error))
      setSending(null)
    }
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
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
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'grid justify-items-center gap-2 rounded-lg border-2 border-dashed px-4 py-10 text-center',
          isOver ? 'border-peacock bg-peacock-tint' : 'border-line-strong bg-card',
        )}
      >
        <FileUp aria-hidden className="size-8 text-peacock" />
        {sending === null ? (
          <>
            <p className="text-ink-soft max-lg:hidden">Drop the file here, or</p>
            <label htmlFor={id} className={cx(buttonClass('primary'), 'cursor-pointer')}>
              Choose a file
            </label>
            <p className="text-sm text-ink-soft">CSV, TSV, Excel (.xlsx) or XML, up to 100 MB</p>
          </>
        ) : (
          <p role="status">Sending {sending} …</p>
        )}
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,.xml"
          className="sr-only"
          disabled={sending !== null}
          onChange={({ target }) => void take(target.files?.[0])}
        />
      </div>
    </>
  )
}

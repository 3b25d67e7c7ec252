import { cx } from '@haat/ui/cx'
import { buttonClass } from '@haat/ui/button'
import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'

interface FileDropProps {
  /** Endings, such as `.csv,.txt`. */
  accept: string
  /** What may be in it. */
  hint: string
  /** What happens to the file at the moment; nothing can be dropped then. */
  busy?: string | undefined
  onFile: (file: File) => unknown
}

/** Takes a file that is dropped or chosen. */
export function FileDrop({ accept, hint, busy, onFile }: FileDropProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const take = (file: File | undefined): void => void (file && busy === undefined && onFile(file))
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'grid justify-items-center gap-2 rounded-lg border-2 border-dashed px-4 py-10 text-center',
        'has-focus-visible:border-peacock',
        isOver ? 'border-peacock bg-peacock-tint' : 'border-line-strong bg-card',
      )}
    >
      <FileUp aria-hidden className="size-8 text-peacock" />
      {busy === undefined ? (
        <>
          <p className="text-ink-soft max-lg:hidden">Drop the file here, or</p>
          <label htmlFor={id} className={cx(buttonClass('primary'), 'cursor-pointer')}>
            Choose a file
          </label>
          <p className="text-sm text-ink-soft">{hint}</p>
        </>
      ) : (
        <p role="status">{busy}</p>
      )}
      <input
        id={id}
        type="file"
        accept={accept}
        className="sr-only"
        disabled={busy !== undefined}
        onChange={({ target }) => {
          take(target.files?.[0])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </div>
  )
}

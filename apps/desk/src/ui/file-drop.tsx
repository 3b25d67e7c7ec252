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

/** Makes an element take files that are dropped on it. */
export function useFileDrop(onDrop: (files: FileList) => void) {
  const [isOver, setIsOver] = useState(false)
  const area = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop(event: DragEvent) {
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      setIsOver(false)
      onDrop(event.dataTransfer.files)
    },
  }
  return { isOver, area }
}

export function FileDrop({ accept, hint, busy, onFile }: FileDropProps) {
  const id = useId()
  const take = (file: File | undefined): void => void (file && busy === undefined && onFile(file))
  const { isOver, area } = useFileDrop(([file]) => take(file))
  return (
    <div
      {...area}
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

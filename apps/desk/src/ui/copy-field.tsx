import { Button } from '@haat/ui/button'
import { Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { inputClass } from '@haat/ui/field'

/** A text to be passed on, with a button that copies it. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const id = useId()
  const [isCopied, setIsCopied] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      // Without the right to the clipboard the text is selected, for Ctrl C.
      const field = document.getElementById(id)
      if (field instanceof HTMLInputElement) field.select()
    }
  }
  const Icon = isCopied ? Check : Copy
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <div className="flex gap-2">
        <input id={id} readOnly value={text} className={inputClass(false)} />
        <Button variant="outline" onClick={copy}>
          <Icon aria-hidden className="size-5" />
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </div>
  )
}

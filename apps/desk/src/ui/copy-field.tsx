import { Button, type ButtonSize } from '@haat/ui/button'
import { Field, inputClass } from '@haat/ui/field'
import { Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'

interface CopyButtonProps {
  text: string
  size?: ButtonSize
  /** Called where the browser does not let it copy. */
  onRefused?: () => void
}

export function CopyButton({ text, size, onRefused }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      onRefused?.()
    }
  }
  const Icon = isCopied ? Check : Copy
  return (
    <Button variant="outline" size={size ?? 'md'} onClick={copy}>
      <Icon aria-hidden className="size-5" />
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}

/** A text to be passed on, with a button that copies it. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const id = useId()
  // Without the right to the clipboard the text is selected, for Ctrl C.
  const select = (): void => {
    const field = document.getElementById(id)
    if (field instanceof HTMLInputElement) field.select()
  }
  return (
    <Field id={id} label={label}>
      <div className="flex gap-2">
        <input id={id} readOnly value={text} className={inputClass(false)} />
        <CopyButton text={text} onRefused={select} />
      </div>
    </Field>
  )
}

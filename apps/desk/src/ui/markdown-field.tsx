import '@github/markdown-toolbar-element'
import { Field, inputClass, describedBy } from '@haat/ui/field'
import { cx } from '@haat/ui/cx'
import { Bold, Heading, Italic, Link, List, ListOrdered, type LucideIcon, Quote } from 'lucide-react'
import { type ComponentProps, createElement, useId } from 'react'

const TOOLS: readonly { style: string; label: string; icon: LucideIcon }[] = [
  { style: 'header-2', label: 'Heading', icon: Heading },
  { style: 'bold', label: 'Bold', icon: Bold },
  { style: 'italic', label: 'Italic', icon: Italic },
  { style: 'link', label: 'Link', icon: Link },
  { style: 'unordered-list', label: 'Points', icon: List },
  { style: 'ordered-list', label: 'Numbers', icon: ListOrdered },
  { style: 'quote', label: 'Quotation', icon: Quote },
]

interface MarkdownFieldProps extends Omit<ComponentProps<'textarea'>, 'className'> {
  label: string
  error?: string | undefined
}

/** A text in Markdown, with buttons that write its signs. */
export function MarkdownField({ label, error, ...rest }: MarkdownFieldProps) {
  const id = useId()
  const tools = TOOLS.map(({ style, label: name, icon: Icon }) => (
    <button
      key={style}
      type="button"
      data-md-button={style}
      aria-label={name}
      title={name}
      className="grid size-11 place-items-center rounded-md hover:bg-peacock-tint hover:text-peacock"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  ))
  return (
    <Field id={id} label={label} error={error}>
      {createElement(
        'markdown-toolbar',
        {
          ...{ for: id, 'data-no-focus': '', 'aria-label': 'Format' },
          className: 'mb-1 flex flex-wrap text-ink-soft',
        },
        tools,
      )}
      <textarea
        rows={20}
        {...rest}
        {...describedBy(id, error)}
        id={id}
        className={cx(inputClass(Boolean(error)), 'py-2.5')}
      />
    </Field>
  )
}

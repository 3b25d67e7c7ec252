import '@github/markdown-toolbar-element'
import { staffPages } from '@haat/contract/staff/shop'
import { Button, buttonClass } from '@haat/ui/button'
import { Checkbox } from '@haat/ui/choice'
import { cx } from '@haat/ui/cx'
import { Notice } from '@haat/ui/feedback'
import { Field, inputClass, describedBy, TextField } from '@haat/ui/field'
import { fieldOf } from '@haat/ui/form'
import { MarkdownText } from '@haat/ui/markdown-text'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Bold, Heading, Italic, Link, List, ListOrdered, type LucideIcon, Quote, Trash2 } from 'lucide-react'
import { type ComponentProps, createElement, useId } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { call, type CallReply } from '../api/client.ts'
import { actQuery, versionQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { EditForm } from '../form/edit-form.tsx'
import { reloadOf, useEditForm } from '../form/use-edit-form.ts'
import { useSettled } from '../lib/use-settled.ts'
import { paths } from '../paths.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { Screen } from '../shell/screen-head.tsx'

/** One text page, with what customers will read beside it. */
export function PageScreen() {
  const { slug = '' } = useParams()
  const { data, instead, saves, onSaved } = useScreen(versionQuery(staffPages.get, { slug }))
  if (!data) return instead
  return <PageForm key={`${slug}:${saves}`} page={data.reply} version={data.version} onSaved={onSaved} />
}

type Page = CallReply<typeof staffPages.get>
type PageValues = Pick<Page, 'title' | 'text' | 'in_footer'>

const LABELS = { title: 'Title', text: 'Text', in_footer: 'In the footer of every page' }

const valuesOf = ({ title, text, in_footer }: Page): PageValues => ({ title, text, in_footer })

interface PageFormProps {
  page: Page
  version: string | null
  onSaved: () => void
}

function PageForm({ page, version, onSaved }: PageFormProps) {
  const acts = useActs()
  const navigate = useNavigate()
  const { slug } = page
  const kind = useQuery(actQuery(staffPages.list, {})).data?.find((one) => one.slug === slug)?.kind
  const publish = ({ title, text, in_footer }: PageValues, seen: string | null) =>
    acts.send(
      staffPages.set,
      { slug, title, text, in_footer: in_footer ? 'yes' : 'no' },
      (saved) => `${saved.title} is ${saved.added ? 'in the shop' : 'saved'}.`,
      { version: seen },
    )
  const edit = useEditForm<PageValues>({
    draftKey: `pages.set:${slug}`,
    stored: { values: valuesOf(page), version },
    save: publish,
    reload: reloadOf(staffPages.get, { slug }, valuesOf),
    onSaved,
  })
  const { form } = edit
  const remove = async (): Promise<void> => {
    await acts.run(
      staffPages.delete,
      { slug },
      () => `${page.title} is deleted.`,
      () => void navigate(paths.pages),
    )
  }
  return (
    <Screen
      title={page.title}
      back={{ label: 'Pages', path: paths.pages }}
      actions={
        <>
          {kind === 'own' && (
            <Button icon={Trash2} variant="danger" onClick={remove}>
              Delete
            </Button>
          )}
          {kind === 'draft' ? (
            <Button onClick={() => publish(form.getValues(), version).then(onSaved, () => undefined)}>
              Put it into the shop
            </Button>
          ) : (
            <a href={`/pages/${slug}`} target="_blank" rel="noreferrer" className={buttonClass('outline')}>
              Open in the shop
            </a>
          )}
        </>
      }
      className="grid grid-cols-1 gap-6 py-3 lg:grid-cols-2 lg:items-start"
    >
      <div className="rounded-lg border border-line bg-card px-4 pt-4">
        <EditForm edit={edit} labels={LABELS}>
          {kind === 'draft' && (
            <Notice tone="wait">
              A proposal from your settings; customers do not see it yet. Read it, and fill in what stands in
              [brackets].
            </Notice>
          )}
          <TextField label={LABELS.title} maxLength={100} {...fieldOf(form, 'title')} />
          <MarkdownField label={LABELS.text} {...fieldOf(form, 'text')} />
          {kind !== 'standard' && <Checkbox label={LABELS.in_footer} {...form.register('in_footer')} />}
        </EditForm>
      </div>
      <PagePreview {...form.watch()} />
    </Screen>
  )
}

/** As the shop draws it. */
function PagePreview({ title, text }: PageValues) {
  const drawn = useSettled(text)
  const { data } = useQuery({
    queryKey: ['preview', drawn],
    queryFn: () => call(staffPages.preview, { text: drawn }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="Preview" className="min-w-0 rounded-lg border border-line bg-paper p-5 sm:p-8">
      <h2 className="mb-4 text-2xl font-bold">{title}</h2>
      {data && <MarkdownText html={data.html} />}
    </section>
  )
}

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
function MarkdownField({ label, error, ...rest }: MarkdownFieldProps) {
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

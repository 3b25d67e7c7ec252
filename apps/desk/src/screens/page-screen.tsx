import { staffPages } from '@haat/contract/staff/shop'
import { Button, buttonClass } from '@haat/ui/button'
import { TextField } from '@haat/ui/field'
import { fieldOf } from '@haat/ui/form'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useNavigate, useParams } from 'react-router-dom'
import { CallError } from '../api/client.ts'
import { actQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { EditForm } from '../form/edit-form.tsx'
import { useEditForm } from '../form/use-edit-form.ts'
import { paths } from '../paths.ts'
import { Failed, NotFound, ScreenLoading } from '../shell/fallbacks.tsx'
import { ScreenHead } from '../shell/screen-head.tsx'
import { TextArea } from '../ui/text-area.tsx'

/** One text page, with what customers will read beside it. */
export function PageScreen() {
  const { slug = '' } = useParams()
  const { data, error, isPending, refetch } = useQuery(actQuery(staffPages.get, { slug }))
  if (isPending) return <ScreenLoading />
  if (error instanceof CallError && error.status === 404) return <NotFound />
  if (error) return <Failed error={error} onRetry={refetch} />
  return <PageForm key={data.slug} page={data} />
}

interface PageValues {
  title: string
  text: string
}

const LABELS = { title: 'Title', text: 'Text' }

function PageForm({ page }: { page: PageValues & { slug: string } }) {
  const acts = useActs()
  const navigate = useNavigate()
  const { slug } = page
  const isOwn = useQuery(actQuery(staffPages.list, {})).data?.find((one) => one.slug === slug)?.own
  const edit = useEditForm<PageValues>({
    draftKey: `pages.set:${slug}`,
    stored: { values: { title: page.title, text: page.text }, version: null },
    save: ({ title, text }) =>
      acts.send(staffPages.set, { slug, title, text }, (saved) => `${saved.title} is saved.`),
  })
  const { form } = edit
  const remove = async (): Promise<void> => {
    if (await acts.run(staffPages.delete, { slug }, () => `${page.title} is deleted.`))
      void navigate(paths.pages)
  }
  return (
    <>
      <ScreenHead
        title={page.title}
        back={{ label: 'Pages', path: paths.pages }}
        actions={
          <>
            {isOwn && (
              <Button variant="danger" onClick={remove}>
                <Trash2 aria-hidden className="size-5" />
                Delete
              </Button>
            )}
            <a href={`/pages/${slug}`} target="_blank" rel="noreferrer" className={buttonClass('outline')}>
              Open in the shop
            </a>
          </>
        }
      />
      <div className="desk-margin grid grid-cols-1 gap-6 py-3 lg:grid-cols-2 lg:items-start">
        <div className="rounded-lg border border-line bg-card px-4 pt-4">
          <EditForm edit={edit} labels={LABELS}>
            <TextField label={LABELS.title} maxLength={100} {...fieldOf(form, 'title')} />
            <TextArea
              label={LABELS.text}
              rows={20}
              hint="An empty line between paragraphs; ## at the beginning of a line makes a heading"
              {...fieldOf(form, 'text')}
            />
          </EditForm>
        </div>
        <PagePreview {...form.watch()} />
      </div>
    </>
  )
}

/** As the shop draws it. */
function PagePreview({ title, text }: PageValues) {
  const blocks = text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
  return (
    <section aria-label="Preview" className="rounded-lg border border-line bg-paper p-5 sm:p-8">
      <h2 className="text-2xl font-bold">{title}</h2>
      <div className="mt-4 grid gap-3">
        {blocks.map((block, index) =>
          block.startsWith('## ') ? (
            <h3 key={index} className="mt-3 text-lg font-bold">
              {block.slice(3)}
            </h3>
          ) : (
            <p key={index} className="whitespace-pre-line">
              {block}
            </p>
          ),
        )}
      </div>
    </section>
  )
}

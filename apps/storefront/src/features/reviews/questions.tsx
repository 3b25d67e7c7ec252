import { t } from '@lingui/core/macro'
import type { Question } from '@haat/contract/reviews'
import { LIMITS } from '@haat/contract/rules'
import { Button } from '@haat/ui/button'
import { TextArea } from '@haat/ui/field'
import { useId, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { shortDate } from '../../lib/format.ts'
import { toast } from '../../ui/toast.ts'
import { useAskQuestion } from './reviews.queries.ts'

interface QuestionsProps {
  product: { id: number; name: string }
  questions: readonly Question[]
  /** Runs what needs an account, once there is one. */
  withAccount: (act: () => void) => void
}

/** What customers asked about a product, with the shop's answers. */
export function Questions({ product, questions, withAccount }: QuestionsProps) {
  const headingId = useId()
  const [asks, setAsks] = useState(false)
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="text-lg font-bold">{t`Questions & Answers`}</h3>
      {questions.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {questions.map(({ id, text, author, answer, answered_at }) => (
            <li key={id} className="grid gap-1 py-4">
              <p className="font-semibold wrap-anywhere">
                <span className="text-ink-soft">{t`Q:`} </span>
                {text}
              </p>
              <p className="whitespace-pre-line wrap-anywhere">
                <span className="font-semibold text-ink-soft">{t`A:`} </span>
                {answer}
              </p>
              <p className="text-sm text-ink-soft">
                {t`Asked by ${author}, answered by the shop on ${shortDate(answered_at)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-ink-soft">
          {questions.length === 0 ? t`Nobody has asked yet.` : t`Something else that you want to know?`}
        </p>
        <Button
          variant="outline"
          onClick={() => withAccount(() => setAsks(true))}
        >{t`Ask a Question`}</Button>
      </div>
      {asks && <QuestionDialog product={product} onClose={() => setAsks(false)} />}
    </section>
  )
}

function QuestionDialog({
  product,
  onClose,
}: {
  product: { id: number; name: string }
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const { mutateAsync: ask, isPending } = useAskQuestion(product.id)
  const submit = () =>
    ask(text, {
      onSuccess: ({ message }) => {
        toast('success', message)
        onClose()
      },
      onError: (error) => setFailure(messageOf(error, t`The question could not be sent. Please try again.`)),
    }).catch(() => undefined)
  return (
    <FormDialog
      title={t`Ask about ${product.name}`}
      button={t`Send Question`}
      keep={t`Not now`}
      busy={isPending}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        label={t`Your question`}
        hint={t`We answer by mail, and show question and answer on this page with your first name and initial.`}
        maxLength={LIMITS.question_length}
        rows={4}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setFailure(null)
        }}
      />
    </FormDialog>
  )
}

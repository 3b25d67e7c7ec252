import {
  type StaffQuestion,
  staffQuestions,
  type StaffReview,
  staffReviews,
} from '@haat/contract/staff/reviews'
import { Button } from '@haat/ui/button'
import { useQuery } from '@tanstack/react-query'
import { Check, EyeOff, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { actQuery, useMay, todayQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { useAsk } from '../form/act-form.tsx'
import { paths } from '../paths.ts'
import { type Column, stateColumn, timeColumn, type View } from '../table/columns.tsx'
import { Views } from '../table/list-filters.tsx'
import { ListFrame } from '../table/list-frame.tsx'
import { useListState } from '../table/list-state.ts'
import { Thumbnail } from '../ui/thumbnail.tsx'

/** What buyers say of products, and what customers ask about them. */
export function ReviewsScreen() {
  const state = useListState()
  const { data } = useQuery(todayQuery)
  const views: View[] = [
    { label: 'Reviews', search: {} },
    { label: 'To approve', search: { view: 'pending' }, count: data?.reviews_to_approve },
    { label: 'Questions', search: { view: 'questions' }, count: data?.questions_to_answer },
  ]
  const tabs = <Views views={views} />
  const view = state.get('view')
  if (view === 'questions') return <QuestionList tabs={tabs} />
  return <ReviewList tabs={tabs} isPending={view === 'pending'} />
}

const CHIPS = {
  PENDING: { label: 'To approve', turn: 'ours', icon: Hourglass },
  SHOWN: { label: 'Shown', turn: 'done', icon: Check },
  HIDDEN: { label: 'Hidden', turn: 'off', icon: EyeOff },
} as const

const WORDS = 'block max-w-prose min-w-60 py-2 whitespace-normal max-md:min-w-0'
const Answer = ({ children }: { children: string | null }) =>
  children && <span className="mt-1 block border-l-2 border-line pl-2 text-ink-soft">{children}</span>

/** What is asked for an answer. */
const asked = ({ customer, text }: StaffReview | StaffQuestion, hint: string) => ({
  ...{ title: `Answer ${customer}`, text, button: 'Answer' },
  fields: { answer: { label: 'Your answer', isLong: true, hint } },
})

const STEPS = { header: 'Next step', phone: 'action', align: 'end' } as const

const REVIEW_COLUMNS: readonly Column<StaffReview>[] = [
  { header: 'Product', cell: 'product_name', sort: 'product_name', phone: 'title' },
  {
    header: 'Stars',
    cell: ({ stars }) => (
      <span className="whitespace-nowrap">
        <span aria-hidden className="text-marigold">
          {'★'.repeat(stars)}
          <span className="text-line-strong">{'★'.repeat(5 - stars)}</span>
        </span>
        <span className="sr-only">{stars} of 5</span>
      </span>
    ),
    sort: 'stars',
    phone: 'end',
  },
  {
    header: 'What they say',
    cell: ({ text, answer, photos }) => (
      <span className={WORDS}>
        <span className="line-clamp-4 whitespace-pre-line">{text || 'No words'}</span>
        {photos.length > 0 && (
          <span className="mt-1 flex gap-1">
            {photos.map((photo) => (
              <Thumbnail key={photo} url={photo} />
            ))}
          </span>
        )}
        <Answer>{answer}</Answer>
      </span>
    ),
    phone: 'sub',
  },
  { header: 'Customer', cell: 'customer', sort: 'customer', phone: 'state' },
  timeColumn('Written', 'written_at'),
  stateColumn(({ state }) => CHIPS[state]),
  { ...STEPS, cell: (review) => <ReviewSteps review={review} /> },
]

/** What buyers say, newest first. @param tabs the other lists of the screen */
function ReviewList({ tabs, isPending }: { tabs: ReactNode; isPending: boolean }) {
  const list = useListState()
  const query = useQuery(
    actQuery(staffReviews.list, { limit: list.limit, ...(isPending && { state: 'PENDING' as const }) }),
  )
  return (
    <ListFrame<StaffReview>
      title="Reviews"
      tabs={tabs}
      searchHint="Product, customer or words"
      query={query}
      isFound={(row, has) => has(row.product_name, row.customer, row.text)}
      columns={REVIEW_COLUMNS}
      rowPath={({ product_id }) => paths.product(product_id)}
      nothingYet={
        isPending
          ? {
              title: 'Nothing waits for you',
              text: 'Under Settings, Reviews, you choose whether a review is shown only once you have approved it.',
            }
          : {
              title: 'No reviews yet',
              text: 'Some days after a parcel was delivered, its customer is asked by mail.',
            }
      }
    />
  )
}

function ReviewSteps({ review }: { review: StaffReview }) {
  const may = useMay()
  const { run } = useActs()
  const ask = useAsk()
  if (!may(staffReviews.answer.permission)) return null
  const { id, state, answer } = review
  const reply = () =>
    ask({
      act: staffReviews.answer,
      ...asked(review, 'Everybody reads it below the review'),
      given: { review: id },
      done: () => 'The review is answered.',
    })
  const move = (act: typeof staffReviews.approve | typeof staffReviews.hide, said: string) => () =>
    run(act, { review: id }, () => said)
  return (
    <span className="inline-flex gap-2">
      {state !== 'SHOWN' && (
        <Button size="sm" variant="outline" onClick={move(staffReviews.approve, 'The review is shown.')}>
          {state === 'PENDING' ? 'Approve' : 'Show'}
        </Button>
      )}
      {state !== 'HIDDEN' && (
        <Button size="sm" variant="outline" onClick={move(staffReviews.hide, 'The review is hidden.')}>
          Hide
        </Button>
      )}
      <Button size="sm" variant="outline" onClick={reply}>
        {answer ? 'Edit answer' : 'Answer'}
      </Button>
    </span>
  )
}

const QUESTION_COLUMNS: readonly Column<StaffQuestion>[] = [
  { header: 'Product', cell: 'product_name', sort: 'product_name', phone: 'title' },
  {
    header: 'Question',
    cell: ({ text, answer }) => (
      <span className={WORDS}>
        {text}
        <Answer>{answer}</Answer>
      </span>
    ),
    phone: 'sub',
  },
  { header: 'Customer', cell: 'customer', phone: 'state' },
  timeColumn('Asked', 'asked_at'),
  { ...STEPS, cell: (question) => <QuestionSteps question={question} /> },
]

/** What customers ask about products, newest first. @param tabs the other lists of the screen */
function QuestionList({ tabs }: { tabs: ReactNode }) {
  const list = useListState()
  const query = useQuery({
    ...actQuery(staffQuestions.list, { limit: list.limit }),
    // Those that wait come first.
    select: (rows) => rows.toSorted((a, b) => Number(a.answer !== null) - Number(b.answer !== null)),
  })
  return (
    <ListFrame<StaffQuestion>
      title="Reviews"
      tabs={tabs}
      searchHint="Product, customer or words"
      query={query}
      isFound={(row, has) => has(row.product_name, row.customer, row.text)}
      columns={QUESTION_COLUMNS}
      rowPath={({ product_id }) => paths.product(product_id)}
      nothingYet={{
        title: 'No questions yet',
        text: 'Customers ask on the page of a product. Your answer goes to them by mail, and stands on the page.',
      }}
    />
  )
}

function QuestionSteps({ question }: { question: StaffQuestion }) {
  const may = useMay()
  const { run } = useActs()
  const ask = useAsk()
  if (!may(staffQuestions.answer.permission)) return null
  const { id, answer } = question
  const reply = () =>
    ask({
      act: staffQuestions.answer,
      ...asked(question, "It goes out by mail, and stands on the product's page"),
      given: { question: id },
      done: () => 'The question is answered.',
    })
  return (
    <span className="inline-flex gap-2">
      <Button size="sm" variant={answer ? 'outline' : 'primary'} onClick={reply}>
        {answer ? 'Edit answer' : 'Answer'}
      </Button>
      <Button
        size="sm"
        variant="danger"
        onClick={() => run(staffQuestions.remove, { question: id }, () => 'The question is deleted.')}
      >
        Delete
      </Button>
    </span>
  )
}

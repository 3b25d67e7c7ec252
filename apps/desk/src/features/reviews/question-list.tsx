import { type StaffQuestion, staffQuestions } from '@haat/contract/staff/reviews'
import { Button } from '@haat/ui/button'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { actQuery, useMay } from '../../api/queries.ts'
import { useActs } from '../../api/use-act.ts'
import { useAsk } from '../../form/act-form.tsx'
import { shortDay } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import type { Column } from '../../table/columns.ts'
import { ListFrame } from '../../table/list-frame.tsx'
import { useListState } from '../../table/list-state.ts'

const COLUMNS: readonly Column<StaffQuestion>[] = [
  { id: 'product', header: 'Product', cell: 'product_name', sort: 'product_name', phone: 'title' },
  {
    id: 'text',
    header: 'Question',
    cell: ({ text, answer }) => (
      <span className="block max-w-prose min-w-60 py-2 whitespace-normal max-md:min-w-0">
        {text}
        {answer && <span className="mt-1 block border-l-2 border-line pl-2 text-ink-soft">{answer}</span>}
      </span>
    ),
    phone: 'sub',
  },
  { id: 'customer', header: 'Customer', cell: 'customer', phone: 'state' },
  {
    id: 'asked',
    header: 'Asked',
    cell: ({ asked_at }) => <span className="whitespace-nowrap">{shortDay(asked_at)}</span>,
    sort: 'asked_at',
    phone: 'state',
  },
  {
    id: 'steps',
    header: 'Next step',
    cell: (question) => <Steps question={question} />,
    phone: 'action',
    align: 'end',
  },
]

/** What customers ask about products, newest first. @param tabs the other lists of the screen */
export function QuestionList({ tabs }: { tabs: ReactNode }) {
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
      columns={COLUMNS}
      rowPath={({ product_id }) => paths.product(product_id)}
      rowName={({ product_name, customer }) => `the question of ${customer} about ${product_name}`}
      nothingYet={{
        title: 'No questions yet',
        text: 'Customers ask on the page of a product. Your answer goes to them by mail, and stands on the page.',
      }}
    />
  )
}

function Steps({ question }: { question: StaffQuestion }) {
  const may = useMay()
  const { run } = useActs()
  const ask = useAsk()
  if (!may(staffQuestions.answer.permission)) return null
  const { id, text, customer, answer } = question
  const reply = () =>
    ask({
      act: staffQuestions.answer,
      title: `Answer ${customer}`,
      text,
      button: 'Answer',
      given: { question: id },
      fields: {
        answer: {
          ...{ label: 'Your answer', isLong: true },
          hint: "It goes out by mail, and stands on the product's page",
        },
      },
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

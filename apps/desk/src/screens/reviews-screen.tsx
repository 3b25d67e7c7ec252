import { useQuery } from '@tanstack/react-query'
import { todayQuery } from '../api/queries.ts'
import { QuestionList, ReviewList } from '../features/reviews/review-lists.tsx'
import type { View } from '../table/columns.tsx'
import { Views } from '../table/list-filters.tsx'
import { useListState } from '../table/list-state.ts'

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

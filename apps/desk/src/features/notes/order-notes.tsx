import { staffOrders } from '@haat/contract/staff/orders'
import { useQuery } from '@tanstack/react-query'
import { actQuery, useMay } from '../../api/queries.ts'
import { useActs } from '../../api/use-act.ts'
import { NotesCard } from './notes-card.tsx'

/** What the staff noted about an order. */
export function OrderNotes({ id }: { id: number }) {
  const may = useMay()
  const { run } = useActs()
  const order = String(id)
  const { data = [] } = useQuery(actQuery(staffOrders.notes, { order }))
  const add = (text: string) => run(staffOrders.note, { order, text }, () => 'Noted.')
  return <NotesCard notes={data} add={may(staffOrders.note.permission) ? add : undefined} />
}

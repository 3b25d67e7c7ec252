/** Searches and filters of the desk's lists, under names. */
import type { Staff } from '@haat/contract/staff/index'
import { conflict, forbidden, noSuch } from '../../http/failure.ts'
import { type ActTable, may, type Who } from '../act-table.ts'
import { deleteView, findViews, insertView, type ViewRow } from './views.store.ts'

/** More tabs than this help nobody. */
const MOST = 30

const shown = ({ list, ...view }: ViewRow, { staffId }: Who) => ({
  ...view,
  list: list as 'orders' | 'products' | 'customers',
  is_own: view.staff_id === staffId,
})

export const viewActs: ActTable<Staff['views']> = {
  list: async ({ db }, { list }, who) =>
    (await findViews(db, list, who.staffId ?? 0)).map((view) => shown(view, who)),
  save: ({ db }, view, who) =>
    db.transaction(async (tx) => {
      const staff_id = who.staffId ?? 0
      if (!may(who, `${view.list}.read`)) throw forbidden('You do not see this list.', { code: 'FORBIDDEN' })
      const own = (await findViews(tx, view.list, staff_id)).filter((one) => one.staff_id === staff_id)
      if (own.length >= MOST) throw conflict(`You have ${MOST} views of this list: delete one first.`)
      return shown(await insertView(tx, { ...view, staff_id }), who)
    }),
  async delete({ db }, { view }, who) {
    const deleted = await db.transaction((tx) =>
      deleteView(tx, view, who.staffId ?? 0, may(who, 'staff.write')),
    )
    if (!deleted) throw noSuch('You have no such view. Who saved it can delete it.')
    return shown(deleted, who)
  },
}

import * as z from 'zod/mini'
import { Id } from '../wire.ts'
import { act, each, field, flag, line, table } from './act.ts'

/** The lists of the desk that have saved views. */
export const VIEWED_LISTS = ['orders', 'products', 'customers'] as const
const list = field(z.enum(VIEWED_LISTS), 'the list')

const SavedView = z.object({
  id: Id,
  list: z.enum(VIEWED_LISTS),
  ...each(z.string(), 'name', 'search'),
  ...each(z.boolean(), 'is_shared', 'is_own'),
})

export const staffViews = {
  list: act(null, {
    route: 'GET /api/desk/views',
    permission: 'own',
    summary: "list the caller's saved views of a list, and those that are shared",
    input: { list },
    reply: table(SavedView),
  }),
  save: act(null, {
    route: 'POST /api/desk/views',
    permission: 'own',
    summary: 'save the search and filters of a list under a name',
    input: {
      list,
      name: line(40, 'what the view is called'),
      search: line(500, 'search and filters, as in the address'),
      is_shared: flag('all of the staff see it'),
    },
    reply: SavedView,
  }),
  delete: act(null, {
    route: 'DELETE /api/desk/views/{view}',
    permission: 'own',
    summary: 'delete a saved view of the caller; who manages the staff, a shared one too',
    input: { view: field(z.coerce.number<number>().check(z.int(), z.minimum(1)), 'its id') },
    reply: SavedView,
  }),
}

import type { ReplyOf } from '@haat/contract/staff/act'
import { staffPages } from '@haat/contract/staff/shop'
import { slugOf } from '@haat/contract/storefront-paths'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { actQuery } from '../api/queries.ts'
import { ActDialog } from '../form/act-form.tsx'
import { paths } from '../paths.ts'
import type { Column } from '../table/columns.tsx'
import { ListFrame } from '../table/list-frame.tsx'

type PageRow = ReplyOf<typeof staffPages.list>[number]

const KINDS = { standard: 'Every shop has it', own: 'Your own', draft: 'Proposed, not in the shop yet' }

const COLUMNS: Column<PageRow>[] = [
  { header: 'Title', cell: 'title', sort: 'title', phone: 'title' },
  { header: 'Address in the shop', cell: 'address', phone: 'sub' },
  {
    header: 'Whose',
    cell: ({ kind, in_footer }) => KINDS[kind] + (in_footer ? '' : ', not in the footer'),
    phone: 'sub',
    align: 'end',
  },
]

export function PagesScreen() {
  const navigate = useNavigate()
  const query = useQuery(actQuery(staffPages.list, {}))
  return (
    <ListFrame<PageRow>
      title="Pages"
      add="New page"
      searchHint="Title"
      query={query}
      isFound={({ title, slug }, has) => has(title, slug)}
      columns={COLUMNS}
      rowId={({ slug }) => slug}
      rowPath={({ slug }) => paths.page(slug)}
      nothingYet={{ title: 'No pages', text: 'A page is a text that the footer links to.' }}
      opened={(key, close) =>
        key === 'new' && (
          <ActDialog
            act={staffPages.set}
            title="New page"
            text="One at the address size-guide-sneakers is linked from each product of Sneakers."
            button="Add page"
            fields={{
              title: { label: 'Title', hint: null, fills: { name: 'slug', of: slugOf } },
              slug: { label: 'Address', hint: 'Small letters, digits and hyphens, such as shipping-policy' },
              text: { label: 'Text', hint: 'You can format it afterwards', isLong: true },
            }}
            done={({ title }) => `${title} is in the shop.`}
            onClose={close}
            onDone={({ slug }) => {
              close()
              void navigate(paths.page(slug))
            }}
          />
        )
      }
    />
  )
}

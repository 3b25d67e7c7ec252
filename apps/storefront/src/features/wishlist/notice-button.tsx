import { t } from '@lingui/core/macro'
import type { Variant } from '@haat/contract/catalog'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { Button, textLinkClass } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { call, contract, messageOf } from '../../api/client.ts'
import { addGuestNotice } from '../../api/guest-cart.ts'
import { queryTo } from '../../api/query-client.ts'
import { useSession } from '../../api/session.ts'
import { useLoginHere } from '../../api/settings.queries.ts'
import { Link } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/toast.ts'

const noticesQuery = () => ({
  ...queryTo(['me', 'notices'], contract.notices.list, {}, ({ notices }) => notices),
  staleTime: 300_000,
})

/** Asks for a mail when a variant is back in stock, or cheaper. A guest logs in first, and has asked then. */
export function NoticeButton({ variant: { id, stock } }: { variant: Variant }) {
  const session = useSession()
  const client = useQueryClient()
  const login = useLoginHere()
  const { data: notices = [] } = useQuery({ ...noticesQuery(), enabled: session !== null })
  const notice = notices.find(({ variant_id }) => variant_id === id)
  const change = useMutation({
    mutationFn: (asks: boolean): Promise<unknown> =>
      asks
        ? call(contract.notices.add, { body: { variant_id: id } })
        : call(contract.notices.remove, { params: { id } }),
    onError: (error) => toast('error', messageOf(error, t`Something went wrong`)),
    onSettled: () => client.invalidateQueries(noticesQuery()),
  })
  const onClick = () => {
    if (session) return change.mutateAsync(!notice).catch(() => undefined)
    addGuestNotice(id)
    return login()
  }
  const isWanted = stock === 0 && !notice
  const isBack = notice ? notice.waits_for === 'stock' : stock === 0
  return (
    <p
      className={cx(
        'flex flex-wrap items-center gap-x-1 text-sm',
        stock > 0 ? '-my-2' : 'flex-1 sm:basis-full',
      )}
    >
      {notice && (
        <>
          <BellRing aria-hidden className="size-4 shrink-0 text-leaf" />
          {session?.user.email &&
            (isBack ? t`We mail you when it is back.` : t`We mail you when it is cheaper.`)}
          {session?.user.email === '' && (
            <Link to={paths.email()} className={textLinkClass}>{t`Add your email, and we mail you.`}</Link>
          )}
        </>
      )}
      <Button
        variant={isWanted ? 'primary' : 'quiet'}
        size="sm"
        busy={change.isPending}
        onClick={onClick}
        className={isWanted ? 'min-h-12! grow basis-0' : 'px-0! text-left!'}
      >
        {!notice && <Bell aria-hidden className="size-4 shrink-0" />}
        {notice ? t`Stop` : isBack ? t`Mail me when it is back` : t`Mail me when it is cheaper`}
      </Button>
    </p>
  )
}

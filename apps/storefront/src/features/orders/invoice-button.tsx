import { isSold } from '@haat/contract/rules'
import type { Order } from '@haat/contract/orders'
import { useMutation } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { contract, download, messageOf } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

/** Whether something was sold by the order, so that there is an invoice. */
export const hasInvoice = (order: Order): boolean => isSold(order.order_status)

/** Long enough for any browser to begin its own copy. */
const KEPT_MS = 60_000

/** Saves the order's GST invoice. */
export function InvoiceButton({ order }: { order: Order }) {
  const fetching = useMutation({
    mutationFn: () => download(contract.invoices.get, { params: { id: order.id } }),
    onSuccess: (file) => save(file, `invoice-${order.id}.pdf`),
    onError: (error) => toast('error', messageOf(error, 'The invoice could not be downloaded.')),
  })
  return (
    <Button variant="outline" busy={fetching.isPending} onClick={() => fetching.mutate()}>
      <FileText aria-hidden className="size-5" />
      Download Invoice
    </Button>
  )
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}

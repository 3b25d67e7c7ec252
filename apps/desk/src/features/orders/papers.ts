import { staffOrders } from '@haat/contract/staff/orders'
import { useQueryClient } from '@tanstack/react-query'
import { download, messageOf } from '../../api/client.ts'
import { refreshAll } from '../../api/queries.ts'
import { toast } from '../../ui/toast.ts'

export type Paper = 'packing_slip' | 'label' | 'invoice' | 'credit_note' | 'pick_list' | 'manifest'

export const PAPERS: Record<Paper, string> = {
  packing_slip: 'Packing slip',
  label: 'Label',
  invoice: 'Invoice',
  credit_note: 'Credit note',
  pick_list: 'Pick list',
  manifest: 'Courier manifest',
}

/** Long enough for a new tab to read the file, in ms. */
const READ_MS = 60_000

/** Opens papers of orders in a new tab, several orders in one file. */
export function usePrint(): (paper: Paper, orders: readonly number[]) => Promise<void> {
  const client = useQueryClient()
  return async (paper, orders) => {
    // Browsers open a tab only during a click: before the file is here.
    const tab = window.open('', '_blank')
    try {
      const file = await download(staffOrders[paper], { orders: orders.map(String) })
      const url = URL.createObjectURL(file)
      setTimeout(() => URL.revokeObjectURL(url), READ_MS)
      if (tab) tab.location = url
      else window.location.assign(url)
    } catch (error) {
      tab?.close()
      toast('error', messageOf(error))
    }
    // The first print of an invoice writes it.
    if (paper === 'invoice') await refreshAll(client)
  }
}

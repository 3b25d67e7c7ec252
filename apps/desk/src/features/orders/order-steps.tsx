/** The steps of orders, for one order and for many: what needs no question is done at once, the rest asks in a dialog. */
import { staffOrders } from '@haat/contract/staff/orders'
import { lazy } from 'react'
import { useActs } from '../../api/use-act.ts'
import { useMay } from '../../api/queries.ts'
import { useDialog } from '../../ui/dialogs.tsx'
import { isPossible, type OrderState, permissionOf, type Step } from './order-state.ts'
import { doneText, type StepOrder, subjectText } from './step-texts.ts'

const StepDialog = lazy(async () => ({ default: (await import('./step-dialogs.tsx')).StepDialog }))

const AT_ONCE = ['confirm', 'process', 'out_for_delivery', 'deliver'] as const
const isAtOnce = (step: Step): step is (typeof AT_ONCE)[number] => AT_ONCE.some((one) => one === step)

/** Takes steps. @param done called when one is taken */
export function useOrderSteps(done: () => void = () => undefined) {
  const { run } = useActs()
  const may = useMay()
  const open = useDialog()
  return {
    /** The orders that a step is possible for, none without the permission. */
    possible: <Order extends OrderState>(step: Step, orders: readonly Order[]): Order[] =>
      may(permissionOf(step)) ? orders.filter((order) => isPossible(step, order)) : [],
    async take(step: Step, orders: readonly StepOrder[]): Promise<void> {
      if (!isAtOnce(step))
        return open((close) => {
          const onDone = () => {
            close()
            done()
          }
          return (
            <StepDialog
              {...{ step, orders }}
              dialog={{ text: subjectText(orders), onClose: close, onDone }}
            />
          )
        })
      const input = { orders: orders.map(({ id }) => String(id)) }
      await run(staffOrders[step], input, (changed) => doneText(step, changed), done)
    },
  }
}

/** The steps of orders, for one order and for many: what needs no question is done at once, the rest asks in a dialog. */
import { staffOrders } from '@haat/contract/staff/orders'
import { lazy, Suspense, useState } from 'react'
import { useActs } from '../../api/use-act.ts'
import { useMay } from '../../api/queries.ts'
import { isPossible, type OrderState, permissionOf, type Step } from './order-state.ts'
import { doneText, type StepOrder } from './step-texts.ts'

const StepDialog = lazy(async () => ({ default: (await import('./step-dialogs.tsx')).StepDialog }))

const AT_ONCE = ['confirm', 'process', 'out_for_delivery', 'deliver'] as const
const isAtOnce = (step: Step): step is (typeof AT_ONCE)[number] => AT_ONCE.some((one) => one === step)

/** Takes steps; `dialog` has to be shown. */
export function useOrderSteps(done: () => void = () => undefined) {
  const { run } = useActs()
  const may = useMay()
  const [asked, setAsked] = useState<{ step: Step; orders: readonly StepOrder[] }>()
  return {
    /** The orders that a step is possible for, none without the permission. */
    possible: <Order extends OrderState>(step: Step, orders: readonly Order[]): Order[] =>
      may(permissionOf(step)) ? orders.filter((order) => isPossible(step, order)) : [],
    async take(step: Step, orders: readonly StepOrder[]): Promise<void> {
      if (!isAtOnce(step)) return setAsked({ step, orders })
      const input = { orders: orders.map(({ id }) => String(id)) }
      if (await run(staffOrders[step], input, (changed) => doneText(step, changed))) done()
    },
    dialog: asked && (
      <Suspense>
        <StepDialog
          {...asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined)
            done()
          }}
        />
      </Suspense>
    ),
  }
}

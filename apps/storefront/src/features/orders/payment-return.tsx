import { CircleCheck, LoaderCircle, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Outcome } from './use-payment-return.ts'

interface PaymentReturnProps {
  outcome: Outcome
  onAskAgain: () => void
}

/** What stands on the screen between the bank and the order. */
export function PaymentReturn({ outcome, onAskAgain }: PaymentReturnProps) {
  if (outcome === 'paid') {
    return (
      <Panel
        icon={<CircleCheck aria-hidden className="size-14 text-leaf" />}
        title="Payment received"
        text="Taking you to your order..."
      />
    )
  }
  if (outcome === 'unreachable') {
    return (
      <Panel
        icon={<WifiOff aria-hidden className="size-14 text-brick" />}
        title="We could not check your payment"
        text="Your order is safe with us. Please check again in a moment."
        action={<Button onClick={onAskAgain}>Check again</Button>}
      />
    )
  }
  return (
    <Panel
      icon={<LoaderCircle aria-hidden className="size-14 animate-spin text-peacock" />}
      title="Checking your payment"
      text="We are asking the bank. Please keep this page open; it takes a few seconds."
    />
  )
}

function Panel(props: { icon: ReactNode; title: string; text: string; action?: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-96 max-w-md flex-col items-center justify-center text-center">
      {props.icon}
      <div role="status">
        <p className="mt-5 text-xl font-bold">{props.title}</p>
        <p className="mt-1 text-ink-soft">{props.text}</p>
      </div>
      {props.action && <div className="mt-6">{props.action}</div>}
    </div>
  )
}

import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { toast } from '../../ui/toast.ts'

/** Asks a guest to log in, and brings the shopper back to this very checkout. */
export function LoginPrompt({ message }: { message: string }) {
  const { pathname, search } = useLocation()
  useEffect(() => toast('error', message, 'checkout'), [message])
  return (
    <EmptyState
      title={message}
      text="Your order, addresses and payment are tied to your account. You come straight back here."
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <Link to={paths.auth('login')} state={{ from: pathname + search }} className={buttonClass()}>
            Login
          </Link>
          <Link
            to={paths.auth('signup')}
            state={{ from: pathname + search }}
            className={buttonClass('outline')}
          >
            Sign Up
          </Link>
        </span>
      }
    />
  )
}

import { Button } from '@haat/ui/button'
import { useMe } from '../api/queries.ts'
import { forgetSession } from '../api/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LoginForm } from './login-form.tsx'

/** Over the page, where the session has ended: what was typed and what was asked for go on after it. */
export function LoginDialog() {
  const { staff } = useMe()
  const leave = () => {
    forgetSession()
    window.location.reload()
  }
  return (
    <Dialog
      title="Please log in again"
      text="Your session has ended. The page goes on where it was."
      footer={
        <Button variant="quiet" onClick={leave}>
          Leave the page
        </Button>
      }
    >
      <LoginForm email={staff.email} />
    </Dialog>
  )
}

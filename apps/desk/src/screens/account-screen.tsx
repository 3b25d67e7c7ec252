import { PasswordForm } from '../features/account/password-form.tsx'
import { SecondFactor } from '../features/account/second-factor.tsx'
import { Sessions } from '../features/account/sessions.tsx'
import { useMe } from '../api/queries.ts'
import { ScreenHead } from '../shell/screen-head.tsx'

/** What everybody of the staff decides for themselves. */
export function AccountScreen() {
  const { staff } = useMe()
  return (
    <>
      <ScreenHead title="Your account" text={`${staff.name}, ${staff.email}`} />
      <div className="desk-margin grid max-w-176 gap-4 py-3">
        <SecondFactor />
        <PasswordForm />
        <Sessions />
      </div>
    </>
  )
}

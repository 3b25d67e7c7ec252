import { t } from '@lingui/core/macro'
import { Button, textLinkClass } from '@haat/ui/button'
import { PasswordField } from '@haat/ui/field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, call, contract, download, messageOf } from '../../api/client.ts'
import { endSession } from '../../api/session.ts'
import { Link } from '../../lib/link.tsx'
import { save } from '@haat/ui/save-file'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import type { AuthState } from '../auth/auth-form.ts'
import { profileQuery } from './profile.queries.ts'
import { phoneContact, VerifyContact } from './verify-contact.tsx'

/** Hands over what the shop keeps about the customer, and deletes the account. */
export function OwnData() {
  const profile = useQuery(profileQuery()).data
  const [isErasing, setIsErasing] = useState(false)
  const fetchData = () =>
    download(contract.ownData.get).then(
      (file) => save(file, 'my-data.json'),
      (error: unknown) => toast('error', messageOf(error, t`Your data could not be downloaded.`)),
    )
  return (
    <section aria-labelledby="own-data" className="rounded-lg border border-line bg-card p-5">
      <h2 id="own-data" className="text-xl font-bold">{t`Your data`}</h2>
      <p className="mt-2 mb-4 max-w-prose text-ink-soft">{t`Download what we keep about you, or delete your account. We keep orders and invoices as long as tax law asks.`}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={fetchData}>{t`Download My Data`}</Button>
        <Button variant="danger" onClick={() => setIsErasing(true)}>{t`Close My Account`}</Button>
      </div>
      {isErasing &&
        (profile?.has_password === false ? (
          <EraseByPhone phone={profile.phone_number} onClose={() => setIsErasing(false)} />
        ) : (
          <EraseDialog onClose={() => setIsErasing(false)} />
        ))}
    </section>
  )
}

/** Closes the account, and shows what has become of it. */
function useErase() {
  const navigate = useNavigate()
  return async (body: { password: string } | { otp: string }) => {
    const reply = await call(contract.ownData.erase, { body })
    endSession('logout')
    // Once the end of the session has led from the profile to login.
    const state: AuthState = { isClosed: true }
    setTimeout(() => void navigate(paths.auth('login'), { replace: true, state }))
    return reply
  }
}

/** For an account without a password. */
function EraseByPhone({ phone, onClose }: { phone: string; onClose: () => void }) {
  const erase = useErase()
  return (
    <Dialog open onClose={onClose} title={t`Close your account?`}>
      <VerifyContact
        contact={{ ...phoneContact(phone), verify: (otp) => erase({ otp }) }}
        reason={t`Your addresses, cart, wishlist, reviews and login are deleted for good. Nobody can bring them back.`}
        label={t`Close My Account`}
        onVerified={onClose}
      />
    </Dialog>
  )
}

function EraseDialog({ onClose }: { onClose: () => void }) {
  const erase = useErase()
  const [password, setPassword] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const failureText = (error: unknown) => {
    setIsOpen(error instanceof ApiError && error.status === 409)
    return messageOf(error, t`Your account could not be deleted. Please try again.`)
  }
  return (
    <FormDialog
      title={t`Close your account?`}
      button={t`Close My Account`}
      keep={t`Keep It`}
      send={() => erase({ password })}
      {...{ failureText, onClose }}
    >
      <p>{t`Your addresses, cart, wishlist, reviews and login are deleted for good. Nobody can bring them back.`}</p>
      <PasswordField
        label={t`Your password`}
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {isOpen && <Link to={paths.orders()} className={textLinkClass}>{t`See all your orders`}</Link>}
    </FormDialog>
  )
}

import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { messageOf } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { AddressBook } from '../features/addresses/address-book.tsx'
import { OrderList } from '../features/orders/order-list.tsx'
import { OwnData } from '../features/profile/own-data.tsx'
import {
  CompleteProfile,
  PasswordPanel,
  ProfileDetails,
  ProfileHeader,
  ProfileTabs,
} from '../features/profile/profile-view.tsx'
import { PhonePanel } from '../features/profile/phone-panel.tsx'
import { SessionsPanel } from '../features/profile/sessions-panel.tsx'
import { profileQuery } from '../features/profile/profile.queries.ts'
import { Notice, Skeleton } from '@haat/ui/feedback'
import { Loading } from '../ui/feedback.tsx'
import { toast } from '../ui/toast.ts'

/** Profile, addresses and orders of the customer. */
export function ProfileScreen() {
  const user = useSession()?.user
  const { data: profile, error, errorUpdateCount, refetch } = useQuery(profileQuery())
  const { name = '', email = '', phone_number = '' } = profile ?? user ?? {}
  const failure = error && messageOf(error, t`Could not fetch profile.`)
  useEffect(() => {
    if (failure) toast('error', failure)
  }, [failure])
  return (
    <div className="shop-width pt-5 sm:pt-12">
      <ProfileHeader name={name} email={email} orderCount={profile?.order_count} />
      {failure && !profile && (
        <Notice tone="bad" className="mt-6" onRetry={() => refetch()}>
          {failure}
        </Notice>
      )}
      {profile?.phone_number === '' && <CompleteProfile name={name} />}
      <ProfileTabs
        panels={{
          information:
            !profile && errorUpdateCount === 0 ? (
              <Loading text={t`Loading...`}>
                <Skeleton className="h-64 rounded-lg" />
              </Loading>
            ) : (
              <div className="grid grid-cols-1 gap-10">
                <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
                  <ProfileDetails
                    name={name}
                    email={email}
                    phone_number={phone_number}
                    hasPassword={profile?.has_password !== false}
                    canVerifyEmail={profile?.can_verify_email}
                    since={profile?.created_at}
                  />
                  {profile?.has_password !== false && <PasswordPanel />}
                  {profile && phone_number !== '' && (
                    <PhonePanel
                      email={email}
                      phone={phone_number}
                      isVerified={profile.is_phone_verified}
                      hasPassword={profile.has_password}
                    />
                  )}
                </div>
                <AddressBook />
                <SessionsPanel />
                <OwnData />
              </div>
            ),
          orders: <OrderList />,
        }}
      />
    </div>
  )
}

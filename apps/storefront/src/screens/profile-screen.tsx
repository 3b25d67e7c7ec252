import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { messageOf } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { AddressBook } from '../features/addresses/address-book.tsx'
import { OrderList } from '../features/orders/order-list.tsx'
import {
  CompleteProfile,
  PasswordPanel,
  ProfileDetails,
  ProfileHeader,
  ProfileTabs,
} from '../features/profile/profile-view.tsx'
import { OwnData, PhonePanel, SessionsPanel } from '../features/profile/account-panels.tsx'
import { profileQuery } from '../features/profile/profile.queries.ts'
import { Notice } from '@haat/ui/feedback'
import { Loading } from '../ui/feedback.tsx'
import { toast } from '../ui/toast.ts'
import { NoOrders } from './order-actions.tsx'

export function ProfileScreen() {
  const session = useSession()
  const { data: profile, error, errorUpdateCount, refetch } = useQuery(profileQuery())
  const user = profile ?? session?.user ?? { name: '', email: '', phone_number: '' }
  const failure = error && messageOf(error, t`Could not fetch profile.`)
  useEffect(() => {
    if (failure) toast('error', failure)
  }, [failure])
  return (
    <div className="shop-width pt-5 sm:pt-12">
      <ProfileHeader user={user} profile={profile} />
      {failure && !profile && (
        <Notice tone="bad" className="mt-6" onRetry={() => refetch()}>
          {failure}
        </Notice>
      )}
      {profile?.phone_number === '' && <CompleteProfile profile={profile} />}
      <ProfileTabs
        panels={{
          information:
            !profile && errorUpdateCount === 0 ? (
              <Loading text={t`Loading...`} size="h-64 rounded-lg" />
            ) : (
              <div className="grid grid-cols-1 gap-10">
                <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-x-10">
                  <ProfileDetails user={user} profile={profile} />
                  <AddressBook />
                  <div className="flex flex-col gap-6">
                    {profile?.has_password !== false && <PasswordPanel />}
                    {profile && profile.phone_number !== '' && <PhonePanel profile={profile} />}
                  </div>
                </div>
                <SessionsPanel />
                <OwnData />
              </div>
            ),
          orders: (
            <OrderList>
              <NoOrders />
            </OrderList>
          ),
        }}
      />
    </div>
  )
}

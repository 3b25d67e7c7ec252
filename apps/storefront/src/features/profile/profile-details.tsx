import type { User } from '@haat/contract/auth'
import type { ReactNode } from 'react'
import { shortDate } from '../../lib/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The customer's own details. */
export function ProfileDetails({ profile }: { profile: User | undefined }) {
  return (
    <section aria-labelledby="profile-details" className="rounded-lg border border-line bg-card p-5">
      <h2 id="profile-details" className="mb-4 text-xl font-bold">
        Your details
      </h2>
      <dl className="grid gap-3">
        <Row label="Name">{profile?.name}</Row>
        <Row label="Email">{profile?.email}</Row>
        <Row label="Phone">{profile?.phone_number}</Row>
        <Row label="Customer since">{profile && shortDate(profile.created_at)}</Row>
      </dl>
    </section>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_1fr] gap-x-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 font-medium break-words">
        {children ?? <Skeleton className="h-6 w-40 max-w-full" />}
      </dd>
    </div>
  )
}

import type { ReactNode } from 'react'
import { shortDate } from '../../lib/format.ts'

interface ProfileDetailsProps {
  name: string
  email: string
  phone_number: string
  /** Undefined until it is known. */
  since: Date | undefined
}

/** The customer's own details. */
export function ProfileDetails({ name, email, phone_number, since }: ProfileDetailsProps) {
  return (
    <section aria-labelledby="profile-details" className="rounded-lg border border-line bg-card p-5">
      <h2 id="profile-details" className="mb-4 text-xl font-bold">
        Your details
      </h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-3">
        <Row label="Name">{name}</Row>
        <Row label="Email">{email}</Row>
        <Row label="Phone">{phone_number}</Row>
        <Row label="Customer since">{since ? shortDate(since) : '…'}</Row>
      </dl>
    </section>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 font-medium [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

import { PageHeading } from '../ui/page-heading.tsx'

export function ProfileScreen() {
  return (
    <div className="shop-width pt-8 sm:pt-12">
      <PageHeading>My Profile</PageHeading>
    </div>
  )
}

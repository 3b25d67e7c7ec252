import { PageHeading } from '../ui/page-heading.tsx'

export function AuthScreen() {
  return (
    <div className="shop-width pt-8 sm:pt-12">
      <PageHeading>Login</PageHeading>
    </div>
  )
}

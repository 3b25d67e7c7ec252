import { Stall } from '@haat/ui/stall'
import { type ReactNode, useState } from 'react'
import { ForgotForm, LoginForm } from './login-form.tsx'

/** What stands outside the frame: a card under the shop's awning. */
export function Doorstep({
  title,
  text,
  children,
}: {
  title: string
  text?: ReactNode
  children: ReactNode
}) {
  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr]">
      <div aria-hidden className="awning" />
      <div className="mx-auto grid w-full max-w-md content-center gap-6 px-4 py-10">
        <div className="text-center">
          <Stall className="mx-auto w-14" />
          <h1 className="mt-4 text-2xl font-bold">{title}</h1>
          {text && <p className="mt-1 text-ink-soft">{text}</p>}
        </div>
        <div className="rounded-lg border border-line bg-card p-5 sm:p-7">{children}</div>
      </div>
    </main>
  )
}

export function LoginScreen() {
  const [isForgotten, setIsForgotten] = useState(false)
  return isForgotten ? (
    <Doorstep title="New password">
      <ForgotForm onBack={() => setIsForgotten(false)} />
    </Doorstep>
  ) : (
    <Doorstep title="Log in" text="The desk is where the shop's staff work.">
      <LoginForm onForgot={() => setIsForgotten(true)} />
    </Doorstep>
  )
}

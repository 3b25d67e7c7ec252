import type { ReactNode } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router-dom'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import type { AuthState } from '../features/auth/auth-state.ts'
import { readAuthState } from '../features/auth/auth-state.ts'
import { ForgotForm } from '../features/auth/forgot-form.tsx'
import { LoginForm } from '../features/auth/login-form.tsx'
import { SignupForm } from '../features/auth/signup-form.tsx'
import { Logo } from '../features/shell/logo.tsx'
import { PageMeta } from '../ui/page.tsx'
import type { AuthView } from '../paths.ts'
import { paths } from '../paths.ts'

interface View {
  heading: string
  text: string
  Form: (props: { state: AuthState }) => ReactNode
  /** The question below the form, and where its answer lies. */
  other: { question: string; label: string; view: AuthView }
}

const VIEWS: Record<AuthView, View> = {
  login: {
    heading: 'Login',
    text: 'Good to see you again.',
    Form: LoginForm,
    other: { question: 'New here?', label: 'Sign Up', view: 'signup' },
  },
  signup: {
    heading: 'Sign Up',
    text: 'One account for cart, orders and addresses.',
    Form: SignupForm,
    other: { question: 'Have an account already?', label: 'Login', view: 'login' },
  },
  forgot: {
    heading: 'Forgot Password',
    text: 'We mail you a code, and you choose a new password.',
    Form: ForgotForm,
    other: { question: 'Remembered it?', label: 'Back to Login', view: 'login' },
  },
}

const isView = (text: string): text is AuthView => Object.hasOwn(VIEWS, text)

/** Login, signup and forgotten password, without header and footer. */
export function AuthScreen() {
  const { view = '' } = useParams()
  const location = useLocation()
  if (!isView(view)) return <Navigate to={paths.home()} replace />
  const { heading, text, Form, other } = VIEWS[view]
  const state = readAuthState(location.state)
  return (
    <>
      <PageMeta title={heading} description={text} />
      <AuthFrame
        heading={heading}
        text={text}
        logo={<Logo />}
        foot={
          <p>
            {other.question}{' '}
            <Link
              to={paths.auth(other.view)}
              state={{ from: state.from, email: state.email }}
              className="inline-flex min-h-11 items-center font-semibold text-peacock underline-offset-4 hover:underline"
            >
              {other.label}
            </Link>
          </p>
        }
      >
        <Form key={view} state={state} />
      </AuthFrame>
    </>
  )
}

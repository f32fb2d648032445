import { useEffect } from 'react'
import { useTitle } from '../base/page/useTitle.ts'
import { SignInForm } from '../people/session/SignInForm.tsx'
import { useRole } from '../people/session/session.ts'

// So late that nothing of it delays the form, and mostly before the password is typed.
const loadAppAfterMs = 1000

type Props = { loadApp: () => Promise<unknown>; onSignedIn: () => void }

/** The sign-in screen before the app is loaded. */
export function FirstSignIn({ loadApp, onSignedIn }: Props) {
  const role = useRole()
  useTitle('Sign in')
  useEffect(() => {
    const timer = setTimeout(() => void loadApp().catch(() => undefined), loadAppAfterMs)
    return () => clearTimeout(timer)
  }, [loadApp])
  useEffect(() => {
    if (role) onSignedIn()
  }, [role, onSignedIn])
  return <SignInForm leaving={role !== null} />
}

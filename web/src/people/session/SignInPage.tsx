import { useEffect } from 'react'
import { toast } from '../../base/feedback/toast.ts'
import { Navigate, useSearchParams } from '../../base/router/router.tsx'
import { SignInForm } from './SignInForm.tsx'
import { pathAfterSignIn, useRole } from './session.ts'

/** The sign-in screen in the app, after a session has ended. */
export function SignInPage() {
  const role = useRole()
  const [search] = useSearchParams()
  // The messages of the session that has ended must not outlive this page.
  useEffect(() => toast.clear, [])
  return role ? <Navigate to={pathAfterSignIn(search)} replace /> : <SignInForm />
}

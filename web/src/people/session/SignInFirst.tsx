import { Navigate, useLocation } from '../../base/router/router.tsx'

/** Redirects to the sign-in screen; after signing in the person comes back. */
export function SignInFirst() {
  const { pathname, search } = useLocation()
  return <Navigate to={`/login?return_to=${encodeURIComponent(pathname + search)}`} replace />
}

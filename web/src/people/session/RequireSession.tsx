import { Navigate, Outlet, useLocation } from 'react-router'
import { useRole } from './session.ts'

/** Redirects to the sign-in screen without a session; after signing in the person comes back. */
export function RequireSession() {
  const role = useRole()
  const { pathname, search } = useLocation()
  if (role) return <Outlet />
  const from = pathname === '/' ? '' : `?return_to=${encodeURIComponent(pathname + search)}`
  return <Navigate to={`/login${from}`} replace />
}

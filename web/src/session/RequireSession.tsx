import { Navigate, Outlet, useLocation } from 'react-router'
import { useRole } from './session.ts'

/** Lets only the signed-in through; others sign in first and come back to where they wanted to go. */
export function RequireSession() {
  const role = useRole()
  const { pathname, search } = useLocation()
  if (role) return <Outlet />
  const from = pathname === '/' ? '' : `?return_to=${encodeURIComponent(pathname + search)}`
  return <Navigate to={`/login${from}`} replace />
}

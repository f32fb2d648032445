import type { ReactNode } from 'react'
import { ToastHost } from '../../base/feedback/ToastHost.tsx'
import { Link } from '../../base/router/router.tsx'
import { RouterLinkProvider } from '../../base/ui/RouterLink.tsx'

/** What is around every screen: the router's link for the parts, and messages. */
export const AppProviders = ({ children }: { children: ReactNode }) => (
  <RouterLinkProvider value={Link}>
    {children}
    <ToastHost />
  </RouterLinkProvider>
)

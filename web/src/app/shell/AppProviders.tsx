import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ToastHost } from '../../base/feedback/ToastHost.tsx'
import { RouterLinkProvider } from '../../base/ui/RouterLink.tsx'

/** What is around every screen: the router's link for the parts, and messages. */
export const AppProviders = ({ children }: { children: ReactNode }) => (
  <RouterLinkProvider value={Link}>
    {children}
    <ToastHost />
  </RouterLinkProvider>
)

import { createElement, type ReactNode, Suspense } from 'react'
import type { Viewer } from '../base/api/role.ts'
import { useViewer } from '../base/api/useViewer.ts'
import { Loading } from '../base/feedback/Loading.tsx'
import { useAfterFirstView } from '../base/feedback/useAfterFirstView.ts'
import { useTitle } from '../base/page/useTitle.ts'
import type { Params } from '../base/router/matchPath.ts'
import { Navigate, ParamsProvider, useLocation } from '../base/router/router.tsx'
import { OpensProvider } from '../base/ui/RouterLink.tsx'
import { SignInFirst } from '../people/session/SignInFirst.tsx'
import { loadStaffScreens, part } from './parts.ts'
import { screenAt } from './screenAt.ts'
import { notAllowed, type Screen } from './screens.ts'
import { homeOf } from './screensOf.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'

function ScreenTitle({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  return children
}

function StaffScreens() {
  useAfterFirstView(loadStaffScreens)
  return null
}

/** A page in its frame: what is around it stays when another page comes. */
function Framed({ screen, params }: { screen: Screen; params: Params }) {
  const { path, page, title, props, plain, shell } = screen
  const shown = (
    <ErrorBoundary key={path}>
      <Suspense fallback={<Loading />}>
        <ParamsProvider value={params}>
          <ScreenTitle title={title}>{createElement(part(page), props)}</ScreenTitle>
        </ParamsProvider>
      </Suspense>
    </ErrorBoundary>
  )
  const framed = shell ? createElement(part('Shell'), {}, shown) : shown
  return plain ? framed : createElement(part('DataProviders'), {}, framed)
}

/** Every address, from the one table of screens. */
function CurrentScreen({ viewer }: { viewer: Viewer | null }) {
  const { pathname } = useLocation()
  if (pathname === '/redirect') return <Navigate to="/" replace />
  if (pathname === '/') return <Navigate to={viewer ? homeOf(viewer) : '/login'} replace />
  // A shortcut of the installed app, which is the same for everyone: super admins have no round, but see those of all.
  if (pathname === '/round' && viewer === 'admin') return <Navigate to="/assigned_orders" replace />
  const found = screenAt(pathname, viewer)
  return found ? <Framed {...found} /> : <SignInFirst />
}

/** What leads to a screen that somebody does not have is no link for them. */
const opensTo = (viewer: Viewer | null) => (to: string) =>
  !viewer?.startsWith('with ') || screenAt(to.split(/[?#]/)[0] ?? '', viewer)?.screen.page !== notAllowed.page

export function App() {
  const viewer = useViewer()
  return (
    <ErrorBoundary>
      {viewer === 'staff' && <StaffScreens />}
      <OpensProvider value={opensTo(viewer)}>
        <Suspense fallback={<Loading />}>
          <CurrentScreen viewer={viewer} />
        </Suspense>
      </OpensProvider>
    </ErrorBoundary>
  )
}

import { createElement, type ReactNode, Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { Loading } from '../base/feedback/Loading.tsx'
import { useAfterFirstView } from '../base/feedback/useAfterFirstView.ts'
import { useTitle } from '../base/page/useTitle.ts'
import { RequireSession } from '../people/session/RequireSession.tsx'
import { useRole } from '../people/session/session.ts'
import { loadStaffScreens, part } from './parts.ts'
import { home, isNear, type Screen, screens, screensOf, unknownAddress } from './screens.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'

function ScreenTitle({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  return children
}

function StaffScreens() {
  useAfterFirstView(loadStaffScreens)
  return null
}

function routeOf({ path, page, title, props }: Screen) {
  const element = (
    <ErrorBoundary key={path}>
      <Suspense fallback={<Loading />}>
        <ScreenTitle title={title}>{createElement(part(page), props)}</ScreenTitle>
      </Suspense>
    </ErrorBoundary>
  )
  return <Route key={path} path={path} element={element} />
}

const publicScreens = screens.filter(({ access }) => access === 'public')

/** Every address, from the one table of screens. */
export function App() {
  const role = useRole()
  const { pathname } = useLocation()
  const near = (screen: Screen) => isNear(screen, pathname)
  const open = publicScreens.filter(near)
  const mine = role ? screensOf(role).filter(near) : []
  const dataProviders = createElement(part('DataProviders'))
  const start = <Navigate to={role ? home : '/login'} replace />
  return (
    <ErrorBoundary>
      {role === 'staff' && <StaffScreens />}
      <Suspense fallback={<Loading />}>
        <Routes>
          {open.filter(({ plain }) => plain).map(routeOf)}
          <Route path="/redirect" element={<Navigate to="/" replace />} />
          <Route element={dataProviders}>{open.filter(({ plain }) => !plain).map(routeOf)}</Route>
          <Route element={<RequireSession />}>
            <Route path="/" element={start} />
            <Route element={dataProviders}>
              {mine.filter(({ shell }) => !shell).map(routeOf)}
              <Route element={createElement(part('Shell'))}>
                {mine.filter(({ shell }) => shell).map(routeOf)}
                {routeOf(unknownAddress)}
              </Route>
            </Route>
          </Route>
        </Routes>
      </Suspense>
    </ErrorBoundary>
  )
}

import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { loadKept } from '../base/device/kept.ts'
import { Router } from '../base/router/router.tsx'
import { pathAfterSignIn } from '../people/session/session.ts'
import { App } from './App.tsx'
import { loadFirstScreen } from './parts.ts'
import { AppProviders } from './shell/AppProviders.tsx'

/** Then the app shows 'Loading...'. */
const longestWaitMs = 500

/** Shows the screen of the current address; after signing in, the one that the address names. */
export async function startApp(root: Root): Promise<void> {
  const { pathname, search } = window.location
  const next =
    pathname === '/login' ? [pathAfterSignIn(new URLSearchParams(search)).split('?')[0] ?? '/'] : []
  await Promise.race([
    // A file that cannot be loaded now is tried again by the app, which then shows the error.
    Promise.all([loadKept(), ...[pathname, ...next].map(loadFirstScreen)]).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, longestWaitMs)),
  ])
  root.render(
    <StrictMode>
      <Router>
        <AppProviders>
          <App />
        </AppProviders>
      </Router>
    </StrictMode>,
  )
}

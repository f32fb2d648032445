import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { BrowserRouter, Link } from 'react-router'
import { nonce } from '../base/page/nonce.ts'
import { RouterLinkProvider } from '../base/ui/RouterLink.tsx'
import { pathAfterSignIn } from '../people/session/session.ts'
import { App } from './App.tsx'
import { loadFirstScreen } from './parts.ts'
import { AppTheme } from './shell/AppTheme.tsx'

const cache = createCache(nonce ? { key: 'op', nonce } : { key: 'op' })

/** Then the app shows 'Loading...'. */
const longestWaitMs = 500

/** Shows the screen of the current address; after signing in, the one that the address names. */
export async function startApp(root: Root): Promise<void> {
  const { pathname, search } = window.location
  const next =
    pathname === '/login' ? [pathAfterSignIn(new URLSearchParams(search)).split('?')[0] ?? '/'] : []
  await Promise.race([
    // A file that cannot be loaded now is tried again by the app, which then shows the error.
    Promise.all([pathname, ...next].map(loadFirstScreen)).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, longestWaitMs)),
  ])
  root.render(
    <StrictMode>
      <CacheProvider value={cache}>
        <AppTheme>
          <BrowserRouter>
            <RouterLinkProvider value={Link}>
              <App />
            </RouterLinkProvider>
          </BrowserRouter>
        </AppTheme>
      </CacheProvider>
    </StrictMode>,
  )
}

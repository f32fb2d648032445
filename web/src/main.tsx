import './dialog/backNavigation.ts'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './App.tsx'
import { nonce } from './nonce.ts'
import { loadFirstScreen } from './parts.ts'
import { AppTheme } from './shell/AppTheme.tsx'

const cache = createCache(nonce ? { key: 'op', nonce } : { key: 'op' })
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** Then the app shows 'Loading...'. */
const longestWaitMs = 500

/** A file that cannot be loaded now is tried again by the app, which then shows the error. */
const firstScreen = Promise.race([
  loadFirstScreen(window.location.pathname).catch(() => undefined),
  new Promise((resolve) => setTimeout(resolve, longestWaitMs)),
])

void firstScreen.then(() =>
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={cache}>
        <AppTheme>
          <BrowserRouter>
            <App />
          </BrowserRouter>
        </AppTheme>
      </CacheProvider>
    </StrictMode>,
  ),
)

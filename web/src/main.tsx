import './dialog/backNavigation.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readRole } from './session/session.ts'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)

const loadApp = () => import('./startApp.tsx')
const startApp = async () => (await loadApp()).startApp(root)
// Without the files of the app the page can only be opened again.
const onSignedIn = () => void startApp().catch(() => window.location.reload())

async function signInFirst() {
  const { FirstSignIn } = await import('./FirstSignIn.tsx')
  root.render(
    <StrictMode>
      <FirstSignIn loadApp={loadApp} onSignedIn={onSignedIn} />
    </StrictMode>,
  )
}

void (window.location.pathname === '/login' && !readRole() ? signInFirst() : startApp())

import '../base/ui/tokens.css'
import '../base/ui/page.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readViewer } from '../base/api/role.ts'
import { followScheme } from '../base/page/scheme.ts'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)

const loadApp = () => import('./startApp.tsx')
const startApp = async () => (await loadApp()).startApp(root)
const onSignedIn = () => void startApp().catch(showFailure)

/** Without the files of the app, or what the browser is to keep of it, the page can only be opened again. */
function showFailure(error: unknown) {
  const isBlocked = error instanceof DOMException && error.name === 'SecurityError'
  root.render(
    <p role="alert">
      {isBlocked ? 'Allow this site to keep data in your browser.' : 'Our Print could not be loaded.'}{' '}
      <button type="button" onClick={() => window.location.reload()}>
        Try again
      </button>
    </p>,
  )
}

async function signInFirst() {
  const { FirstSignIn } = await import('./FirstSignIn.tsx')
  root.render(
    <StrictMode>
      <FirstSignIn loadApp={loadApp} onSignedIn={onSignedIn} />
    </StrictMode>,
  )
}

async function start() {
  followScheme()
  await (window.location.pathname === '/login' && !readViewer() ? signInFirst() : startApp())
}
start().catch(showFailure)

import { useEffect } from 'react'
import { Notice } from '../../base/feedback/Loading.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { endSession } from './session.ts'

/** Signs out when opened by a link. */
export function SignedOutPage() {
  useEffect(() => void endSession(), [])
  return (
    <main>
      <Notice title="You are signed out">
        <p>See you soon.</p>
        <Button look="primary" to="/login">
          Sign in
        </Button>
      </Notice>
    </main>
  )
}

import { Notice } from '../../base/feedback/Loading.tsx'
import { useTitle } from '../../base/page/useTitle.ts'
import { Button } from '../../base/ui/Button.tsx'

/** In place of a screen for which the person lacks an ability, perhaps since a moment ago, or that no ability opens. */
export function NotAllowedPage({ of }: { of: 'abilities' | 'admin' | 'staff' }) {
  useTitle('Not for you')
  return (
    <Notice title="This page is not for you">
      {of === 'staff' && <p>It is a screen of delivery staff.</p>}
      {of === 'admin' && <p>It is a screen of super admins.</p>}
      {of === 'abilities' && (
        <p>
          It needs an ability that you do not have, or no longer have. Whoever manages the staff of the shop
          can give it to you.
        </p>
      )}
      <Button look="primary" to="/">
        Back to the start
      </Button>
    </Notice>
  )
}

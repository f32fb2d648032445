import { Notice } from '../../base/feedback/Loading.tsx'
import { RouteLink } from '../../base/page/Page.tsx'
import { useTitle } from '../../base/page/useTitle.ts'

/** The page of an unknown address, for signed-in users. */
export function UnknownAddressPage() {
  useTitle('Page not found')
  return (
    <Notice title="This is 404 page">
      <p>There is nothing at this address. It may be mistyped, or an old link.</p>
      <RouteLink to="/">Back to the start</RouteLink>
    </Notice>
  )
}

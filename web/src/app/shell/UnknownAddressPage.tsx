import { Notice } from '../../base/feedback/Loading.tsx'
import { useTitle } from '../../base/page/useTitle.ts'
import { Link } from '../../base/ui/Link.tsx'

/** The page of an unknown address, for signed-in users. */
export function UnknownAddressPage() {
  useTitle('Page not found')
  return (
    <Notice title="This is 404 page">
      <p>There is nothing at this address. It may be mistyped, or an old link.</p>
      <Link to="/">Back to the start</Link>
    </Notice>
  )
}

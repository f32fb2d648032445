import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { Notice } from '../shared/Notice.tsx'
import { useTitle } from '../shared/useTitle.ts'

/** Inside the shell for the signed-in, or alone at /404. */
export function NotFoundPage({ alone }: { alone?: string }) {
  useTitle('Page not found')
  return (
    <Notice alone={alone !== undefined} title="This is 404 page">
      <Link component={RouterLink} to="/">
        Back to the start
      </Link>
    </Notice>
  )
}

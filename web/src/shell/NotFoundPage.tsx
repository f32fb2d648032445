import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { Notice } from '../shared/Notice.tsx'
import { useTitle } from '../shared/useTitle.ts'

export function NotFoundPage() {
  useTitle('Page not found')
  return (
    <Notice title="This is 404 page">
      <Link component={RouterLink} to="/">
        Back to the start
      </Link>
    </Notice>
  )
}

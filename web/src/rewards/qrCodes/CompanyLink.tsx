import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { wrapped } from '../../base/page/wrapped.ts'

/** A QR code has its company as text only, so the list of companies is searched for it. */
export const CompanyLink = ({ company }: { company: string }) => (
  <Link
    component={RouterLink}
    to={`/client_companies?${new URLSearchParams({ query: company })}`}
    color="inherit"
    sx={{ fontWeight: 600, ...wrapped }}
  >
    {company}
  </Link>
)

import Box from '@mui/material/Box'
import { RouteLink, wrapped } from '../../base/page/Page.tsx'
import { punycodeOf } from './qrTexts.ts'

/** A QR code has its company as text only, so the list of companies is searched for it. */
export const CompanyLink = ({ company }: { company: string }) => (
  <RouteLink
    to={`/client_companies?${new URLSearchParams({ query: company })}`}
    color="inherit"
    sx={{ fontWeight: 600, ...wrapped }}
  >
    {company}
  </RouteLink>
)

/** The punycode host of an address with letters of other alphabets. */
export function Punycode({ address }: { address: string }) {
  const host = punycodeOf(address)
  return host === undefined ? null : (
    <Box
      component="span"
      sx={{ display: 'block', typography: 'caption', color: 'text.secondary', overflowWrap: 'anywhere' }}
    >
      {host}
    </Box>
  )
}

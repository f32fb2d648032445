import { RouteLink, wrapped } from '../../base/page/Page.tsx'

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

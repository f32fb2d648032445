import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { punycodeOf } from './qrTexts.ts'

/** A QR code has its company as text only, so the list of companies is searched for it. */
export const CompanyLink = ({ company }: { company: string }) => (
  <Text flow="wrap">
    <Link to={`/client_companies?${new URLSearchParams({ query: company })}`} tone="inherit" strong>
      {company}
    </Link>
  </Text>
)

/** The punycode host of an address with letters of other alphabets. */
export function Punycode({ address }: { address: string }) {
  const host = punycodeOf(address)
  return host === undefined ? null : (
    <Text as="div" size="caption" tone="muted" flow="wrap">
      {host}
    </Text>
  )
}

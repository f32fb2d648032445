import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { Lead } from '@our-print/contract/people/leads.ts'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { formatDateTime } from '../../base/format/dates.ts'
import { phone } from '../../base/format/phone.ts'
import { PhoneOutlined as Phone } from '../../base/icons/home.tsx'
import { MailOutlined as Mail } from '../../base/icons/screens.tsx'

/** The lead's message, contact data, and others with the same mobile or email. */
export function LeadMessage({ lead }: { lead: Lead }) {
  const { mobile, email, subject, message, created_at, doubles } = lead
  return (
    <Box sx={{ display: 'grid', gap: 2, overflowWrap: 'anywhere' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5 }}>
        {mobile && <Contact icon={<Phone />} href={`tel:${mobile}`} text={phone(mobile)} />}
        {email && <Contact icon={<Mail />} href={mailTo(lead)} text={email} />}
        <Box sx={{ typography: 'body2', color: 'text.secondary', lineHeight: '24px' }}>
          Received {formatDateTime(created_at)}
        </Box>
      </Box>
      {doubles.length > 0 && <Doubles doubles={doubles} of={lead} />}
      <Box sx={{ p: 2, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.default' }}>
        {subject && <Box sx={{ typography: 'subtitle1', mb: 0.5 }}>{subject}</Box>}
        <Box sx={{ whiteSpace: 'pre-wrap' }}>{message}</Box>
      </Box>
    </Box>
  )
}

const mailTo = ({ email, subject }: Lead) =>
  `mailto:${email}${subject ? `?subject=${encodeURIComponent(`Re: ${subject}`)}` : ''}`

const Contact = ({ icon, href, text }: { icon: ReactNode; href: string; text: string }) => (
  <Link
    href={href}
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 0.75,
      minHeight: 24,
      '& svg': { fontSize: 16, color: 'text.secondary', flex: 'none' },
    }}
  >
    {icon}
    <span>{text}</span>
  </Link>
)

/** The same person may have written before, or be a customer already. */
const Doubles = ({ doubles, of }: { doubles: Lead['doubles']; of: Lead }) => (
  <Alert severity="info" variant="outlined" sx={{ alignItems: 'flex-start' }}>
    The same mobile or email:
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {doubles.map(({ kind, id, name }) => (
        <li key={id}>
          <Link
            component={RouterLink}
            underline="always"
            to={kind === 'customer' ? `/user/${id}` : `/leads?status=all&lead=${id}`}
          >
            {name}
          </Link>
          , {kind === 'lead' ? 'another lead' : id === of.user ? 'the customer it became' : 'a customer'}
        </li>
      ))}
    </Box>
  </Alert>
)

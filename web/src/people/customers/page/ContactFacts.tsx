import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { User } from '@our-print/contract/people/customers.ts'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { phone } from '../../../base/format/phone.ts'
import { PhoneOutlined as Phone } from '../../../base/icons/home.tsx'
import { MailOutlined as Mail } from '../../../base/icons/screens.tsx'
import { CopyCode } from '../../../base/page/CopyCode.tsx'

/** A customer's mobile and email, and the referral code that they give to others. */
export const ContactFacts = ({ user: { mobile, email, referral_code, double_of } }: { user: User }) => (
  <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
    <Contact icon={<Phone />} href={`tel:${mobile}`} text={phone(mobile)} />
    {double_of && (
      <Box sx={{ typography: 'body2', color: 'warning.main' }}>
        <Link component={RouterLink} to={`/user/${double_of}`}>
          Another customer
        </Link>{' '}
        has the same phone number. Correct one of them.
      </Box>
    )}
    {email ? (
      <Contact icon={<Mail />} href={`mailto:${email}`} text={email} />
    ) : (
      <Box sx={{ color: 'text.secondary' }}>No email</Box>
    )}
    <Box sx={{ width: 1, mt: 1, pt: 1, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>Referral code</Box>
      <CopyCode text={referral_code} label="Copy referral code" spaced />
    </Box>
  </Box>
)

const Contact = ({ icon, href, text }: { icon: ReactNode; href: string; text: string }) => (
  <Link
    href={href}
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 0.75,
      minHeight: 24,
      maxWidth: 1,
      '& svg': { fontSize: 16, color: 'text.secondary', flex: 'none' },
    }}
  >
    {icon}
    <span>{text}</span>
  </Link>
)

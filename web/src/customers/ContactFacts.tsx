import Mail from '@mui/icons-material/MailOutlined'
import Phone from '@mui/icons-material/PhoneOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import type { User } from '@our-print/contract/users.ts'
import { type ReactNode, useState } from 'react'
import { phone } from '../shared/format.ts'

/** How to reach a customer, and the code that friends of theirs say. */
export const ContactFacts = ({ user: { mobile, email, referral_code } }: { user: User }) => (
  <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
    <Contact icon={<Phone />} href={`tel:${mobile}`} text={phone(mobile)} />
    {email ? (
      <Contact icon={<Mail />} href={`mailto:${email}`} text={email} />
    ) : (
      <Box sx={{ color: 'text.secondary' }}>No email</Box>
    )}
    <Box sx={{ width: 1, mt: 1, pt: 1, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>Referral code</Box>
      <Code code={referral_code} />
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

function Code({ code }: { code: string }) {
  const [copied, setCopied] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(code)
      setCopied('Copied')
    } catch {
      // Browsers keep the clipboard from pages served over plain http in a shop's own network.
      setCopied('Mark it and copy it by hand')
    }
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <Box component="code" sx={{ userSelect: 'all', letterSpacing: '0.06em', fontWeight: 600 }}>
        {code}
      </Box>
      <Button
        size="small"
        color="inherit"
        aria-label="Copy referral code"
        onClick={() => void copy()}
        sx={{ minWidth: 0, color: 'text.secondary' }}
      >
        Copy
      </Button>
      <Box component="output" sx={{ typography: 'caption', color: 'text.secondary' }}>
        {copied}
      </Box>
    </Box>
  )
}

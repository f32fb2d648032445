import Link from '@mui/material/Link'
import type { ReactNode } from 'react'

/** A phone number or an address to write to, with its icon. */
export const ContactLink = ({ icon, href, text }: { icon: ReactNode; href: string; text: string }) => (
  <Link
    href={href}
    {...(href.startsWith('http') && { target: '_blank', rel: 'noreferrer' })}
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

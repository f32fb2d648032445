import type { IconType } from '../icons/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import styles from './ContactLink.module.css'

/** A phone number or an address to write to, with its icon. */
export const ContactLink = ({ Icon, href, text }: { Icon: IconType; href: string; text: string }) => (
  <Link href={href} {...(href.startsWith('http') && { target: '_blank', rel: 'noreferrer' })}>
    <span className={styles.contact}>
      <Icon size={16} tone="muted" />
      <span>{text}</span>
    </span>
  </Link>
)

import styles from './Logo.module.css'
import logo from './logo.svg?inline'

/** The favicon's printer; decorative. */
export const Logo = ({ size = 24 }: { size?: number }) => (
  <img src={logo} alt="" width={size} height={size} className={styles.logo} />
)

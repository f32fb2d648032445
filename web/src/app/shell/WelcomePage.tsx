import { Text } from '../../base/ui/Text.tsx'
import styles from './WelcomePage.module.css'

/** The specification's welcome screen: red, with a Login button that does nothing. */
export const WelcomePage = () => (
  <main className={styles.page}>
    <h1 className={styles.name}>Our Print</h1>
    <Text>Welcome page</Text>
    <button type="button" className={styles.button}>
      Login
    </button>
  </main>
)

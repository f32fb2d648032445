import { keyName } from '../../base/page/keys.ts'
import styles from './Key.module.css'

/** Keys as they look on a keyboard. */
export const Key = ({ keys }: { keys: readonly string[] }) => (
  <span className={styles.keys}>
    {keys.map((key) => (
      <kbd key={key} className={styles.key}>
        {keyName(key)}
      </kbd>
    ))}
  </span>
)

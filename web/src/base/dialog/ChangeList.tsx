import styles from './ChangeList.module.css'

/** What others changed, a line each. */
export const ChangeList = ({ changes }: { changes: readonly string[] }) => (
  <ul className={styles.changes}>
    {changes.map((change) => (
      <li key={change}>{change}</li>
    ))}
  </ul>
)

import styles from './Spinner.module.css'

type Props = { size?: 16 | 20 | 24 | 40; label?: string }

/** Something works, nobody knows for how long. Without a label it is a decoration of what says so. */
export const Spinner = ({ size = 20, label }: Props) => (
  <span
    className={styles.spinner}
    style={{ width: size, height: size }}
    {...(label ? { role: 'progressbar', 'aria-label': label } : { 'aria-hidden': true })}
  />
)

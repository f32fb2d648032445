import { clsx } from 'clsx'
import styles from './ProgressBar.module.css'
import { Spinner } from './Spinner.tsx'

type Props = {
  /** What goes on, for screen readers; without it the bar is a decoration of a text that says the same. */
  label?: string
  /** Percent; without it nobody knows for how long. */
  value?: number | undefined
  /** The value in words: '12 of 40 pages'. */
  text?: string
  /** `muted`: it counts no more. */
  tone?: 'accent' | 'warning' | 'danger' | 'info' | 'muted'
  thick?: boolean
}

/** How far something is. */
export function ProgressBar({ label, value, text, tone = 'accent', thick }: Props) {
  const known = value === undefined ? undefined : Math.max(0, Math.min(100, value))
  return (
    <span
      className={clsx(styles.bar, thick && styles.thick)}
      {...(label
        ? {
            role: 'progressbar',
            'aria-label': label,
            'aria-valuetext': text,
            ...(known !== undefined && {
              'aria-valuenow': Math.round(known),
              'aria-valuemin': 0,
              'aria-valuemax': 100,
            }),
          }
        : { 'aria-hidden': true })}
    >
      <span
        className={clsx(
          styles.done,
          tone !== 'accent' && styles[tone],
          known === undefined && styles.unknown,
        )}
        style={known === undefined ? undefined : { width: `${known}%` }}
      />
    </span>
  )
}

/** The same as a ring in a button; a decoration of its text. Turns while nothing is known. */
export const ProgressRing = ({ value, size = 16 }: { value?: number | undefined; size?: 16 | 20 | 24 }) =>
  value === undefined ? (
    <Spinner size={size} />
  ) : (
    <span
      aria-hidden
      className={styles.ring}
      style={{ width: size, height: size, ['--share' as string]: `${value}%` }}
    />
  )

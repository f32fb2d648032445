import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './Button.module.css'
import { Pressable, type PressableProps } from './Pressable.tsx'
import { Spinner } from './Spinner.tsx'

type Look = {
  /** `primary` is the next step, one on a screen; `plain` has no frame, for what is done beside a record or a heading. */
  look?: 'primary' | 'secondary' | 'plain'
  tone?: 'neutral' | 'muted' | 'accent' | 'danger' | 'warning'
  /** `touch` is medium, and higher on a phone: for a thumb that must not miss, several in a row. */
  size?: 'small' | 'medium' | 'large' | 'touch'
}

export type ButtonProps = PressableProps &
  Look & {
    /** Shows that it works, and cannot be pressed meanwhile. */
    loading?: boolean
    start?: ReactNode
    end?: ReactNode
    /** As wide as there is room. */
    full?: boolean
    children: ReactNode
  }

/** A button, by default a secondary one: the primary one of a screen says so. */
export function Button({
  look = 'secondary',
  tone = 'neutral',
  size = 'medium',
  loading = false,
  disabled = false,
  start,
  end,
  full,
  children,
  ...element
}: ButtonProps) {
  return (
    <Pressable
      {...element}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      className={clsx(
        styles.button,
        styles[look],
        styles[tone],
        styles[size],
        full && styles.full,
        loading && styles.loading,
      )}
    >
      <span className={styles.label}>
        {start}
        {children}
        {end}
      </span>
      {loading && (
        <span className={styles.spinner}>
          <Spinner size={16} />
        </span>
      )}
    </Pressable>
  )
}

type IconButtonProps = PressableProps &
  Omit<Look, 'size'> & { 'aria-label'?: string; size?: 'small' | 'medium' | 'touch' }

/** A button that is an icon; its label says what it does. */
export function IconButton(props: IconButtonProps) {
  const { look = 'plain', tone = 'neutral', size = 'medium', ...element } = props
  return (
    <Pressable
      {...element}
      className={clsx(styles.button, styles.icon, styles[look], styles[tone], styles[size])}
    />
  )
}

import { clsx } from 'clsx'
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { ExpandMore } from '../icons/parts.tsx'
import { Field } from './Field.tsx'
import styles from './Input.module.css'

type Own = 'className' | 'style' | 'size'

type InputProps = Omit<ComponentProps<'input'>, Own> & {
  /** Before and behind the text: an icon, a unit, small buttons. */
  start?: ReactNode
  end?: ReactNode
  /** `small` within a row of other things, `large` for what is read from afar. */
  size?: 'small' | 'medium' | 'large'
  /** Numbers stand at the right. */
  numeric?: boolean
  /** A press opens something. */
  pressed?: boolean
}

/** A line of text in a frame. `Field` gives it its label. */
export const Input = ({ start, end, size, numeric, pressed, ...props }: InputProps) => (
  <div className={clsx(styles.frame, size === 'small' && styles.small, size === 'large' && styles.large)}>
    {start && <span className={styles.start}>{start}</span>}
    <input {...props} className={clsx(styles.input, numeric && styles.numeric, pressed && styles.pressed)} />
    {end && <span className={styles.end}>{end}</span>}
  </div>
)

type TextAreaProps = Omit<ComponentProps<'textarea'>, Own> & {
  value: string
  /** Lines that are visible at first; it grows to three times as many, then scrolls. */
  rows: number
}

/** Several lines of text. */
export const TextArea = ({ rows, ...props }: TextAreaProps) => (
  <div
    className={clsx(styles.frame, styles.growing)}
    data-text={props.value}
    style={{ '--rows': rows } as CSSProperties}
  >
    <textarea {...props} rows={rows} className={clsx(styles.input, styles.area)} />
  </div>
)

export type Option = { value: string; label: string }

type SelectProps = Omit<ComponentProps<'select'>, Own | 'children' | 'onChange'> & {
  options: readonly Option[]
  onChange: (value: string) => void
}

/** A choice of a few values. The browser's own list: light, and known to every phone and keyboard. */
export const Select = ({ options, onChange, ...props }: SelectProps) => (
  <div className={styles.frame}>
    <select
      {...props}
      onChange={({ target }) => onChange(target.value)}
      className={clsx(styles.input, styles.select)}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <span className={styles.arrow}>
      <ExpandMore size={18} />
    </span>
  </div>
)

export type SelectFieldProps = Pick<SelectProps, 'options' | 'onChange' | 'onBlur' | 'disabled' | 'ref'> & {
  label: string
  hideLabel?: boolean
  value: string
  error?: string | undefined
  hint?: ReactNode
}

/** A choice of a few values with its label. */
export const SelectField = ({ label, hideLabel, error, hint, ...select }: SelectFieldProps) => (
  <Field label={label} hideLabel={hideLabel} error={error} hint={hint}>
    {(wiring) => <Select {...wiring} {...select} />}
  </Field>
)

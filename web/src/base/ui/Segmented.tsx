import { useId } from 'react'
import type { Option } from './Input.tsx'
import styles from './Segmented.module.css'

type Props = {
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  disabled?: boolean
  /** The first of the inputs, for the focus. */
  ref?: (input: HTMLInputElement | null) => void
}

/** A choice of a few values, all visible: radio buttons that look like a switch. Arrow keys move between them. */
export function Segmented({ options, value, onChange, onBlur, disabled = false, ref }: Props) {
  const name = useId()
  return (
    <div className={styles.track}>
      {options.map((option, at) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            disabled={disabled}
            ref={at === 0 ? ref : undefined}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
            className={styles.input}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}

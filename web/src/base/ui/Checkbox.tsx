import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './Checkbox.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'style' | 'size' | 'ref'> & {
  /** Without it the input needs an `aria-label`. */
  label?: ReactNode
  hint?: ReactNode
  ref?: ((input: HTMLInputElement | null) => void) | undefined
}

/** A box to check; `indeterminate` where only a part of what it stands for is. */
export function Checkbox({
  indeterminate = false,
  ref,
  ...props
}: Props & { indeterminate?: boolean | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  })
  return (
    <Labelled
      {...props}
      type="checkbox"
      look={styles.box}
      ref={(element) => {
        input.current = element
        ref?.(element)
      }}
    />
  )
}

/** One of a group that shares a `name`. */
export const Radio = (props: Props) => <Labelled {...props} type="radio" look={styles.dot} />

// The browser says whether it is checked.
const asSwitch = { type: 'checkbox', role: 'switch' } as const

/** On or off, at once or with the rest of a form. */
export const Switch = (props: Props) => <Labelled {...props} {...asSwitch} look={styles.switch} />

type LabelledProps = Props & { type: 'checkbox' | 'radio'; look: string | undefined }

const Labelled = ({ label, hint, look, ...props }: LabelledProps) => (
  <label className={clsx(label ? styles.option : styles.bare)}>
    <input {...props} className={look} />
    {label && (
      <span className={styles.text}>
        {/* The space is for its name, which has both. */}
        {label} {hint && <span className={styles.hint}>{hint}</span>}
      </span>
    )}
  </label>
)

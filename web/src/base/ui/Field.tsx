import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import styles from './Field.module.css'

/** What ties an input to its label and its help. */
export type FieldAria = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }

type Props = {
  label: string
  /** Shows the label to screen readers only, where the context says it to everyone else. */
  hideLabel?: boolean | undefined
  error?: string | undefined
  hint?: ReactNode
  optional?: boolean | undefined
  children: (wiring: FieldAria) => ReactNode
}

/** A label above an input, and its hint or error below. */
export function Field({ label, hideLabel, error, hint, optional, children }: Props) {
  const id = useId()
  const help = error ?? hint
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={clsx(styles.label, hideLabel && styles.hidden)}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children({ id, 'aria-describedby': help ? `${id}-help` : undefined, 'aria-invalid': Boolean(error) })}
      <Help id={`${id}-help`} error={error} hint={hint} />
    </div>
  )
}

type GroupProps = { label: string; error?: string | undefined; hint?: ReactNode; children: ReactNode }

/** Several inputs under one label, with their hint or error below. */
export function FieldGroup({ label, error, hint, children }: GroupProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={(error ?? hint) ? id : undefined} className={styles.group}>
      <legend className={styles.label}>{label}</legend>
      {children}
      <Help id={id} error={error} hint={hint} />
    </fieldset>
  )
}

type HelpProps = { id: string; error: string | undefined; hint: ReactNode }

const Help = ({ id, error, hint }: HelpProps) =>
  (error ?? hint) ? (
    <div id={id} className={clsx(styles.help, error && styles.wrong)}>
      {error ?? hint}
    </div>
  ) : null

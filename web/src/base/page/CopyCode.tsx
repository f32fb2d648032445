import { clsx } from 'clsx'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Text } from '../ui/Text.tsx'
import styles from './CopyCode.module.css'

type Props = {
  text: string
  /** The button's label: 'Copy referral code'. */
  label: string
  /** Adds letter spacing, for text that is read aloud letter by letter. */
  spaced?: boolean
}

/** A text with a button that copies it. */
export function CopyCode({ text, label, spaced = false }: Props) {
  const [copied, setCopied] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('Copied')
    } catch {
      // Browsers give pages served over plain http no clipboard.
      setCopied('Select it and copy it')
    }
  }

  return (
    <div className={styles.copyCode}>
      <code className={clsx(styles.code, spaced && styles.spaced)}>{text}</code>
      <Button look="plain" size="small" tone="muted" aria-label={label} onClick={() => void copy()}>
        Copy
      </Button>
      <Text as="output" size="caption" tone="muted">
        {copied}
      </Text>
    </div>
  )
}

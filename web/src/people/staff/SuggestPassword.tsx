import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../base/ui/Button.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './SuggestPassword.module.css'

/** Fills a password field with a strong password that can be read out, shows it and offers to copy it. */
export function SuggestPassword({ name }: { name: string }) {
  const { setValue, control } = useFormContext()
  const value: unknown = useWatch({ control, name })
  const [suggested, setSuggested] = useState<string>()
  const [copied, setCopied] = useState('')
  const shown = suggested !== undefined && value === suggested

  function suggest() {
    const password = suggestPassword()
    setSuggested(password)
    setCopied('')
    setValue(name, password, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  }

  async function copy(password: string) {
    try {
      await navigator.clipboard.writeText(password)
      setCopied('Copied')
    } catch {
      // Browsers give pages served over plain http no clipboard.
      setCopied('Select it and copy it')
    }
  }

  return (
    <div className={styles.suggestion}>
      <Button size="small" onClick={suggest}>
        Suggest
      </Button>
      {shown && (
        <>
          <code className={styles.password}>{suggested}</code>
          <Button look="plain" size="small" onClick={() => void copy(suggested)}>
            Copy
          </Button>
        </>
      )}
      <output className={styles.told}>
        {shown && copied && (
          <Text size="caption" tone="muted">
            {copied}
          </Text>
        )}
      </output>
    </div>
  )
}

// Sixteen consonants and four vowels that sound different: 64 syllables, so six bits of a byte choose one
// evenly.
const consonants = 'bdfghjkmnprstvwz'
const vowels = 'aeou'
// Without 0 and 1, which look like letters.
const digits = '23456789'

/**
 * A random password that can be read out, like 'fuzo-kepa-rano-duma-47', with 54 random bits. No word comes twice: the
 * server refuses passwords that repeat themselves.
 */
export function suggestPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  const syllables = Array.from(
    bytes.subarray(0, 8),
    (byte) => `${consonants[(byte >> 2) & 15]}${vowels[byte & 3]}`,
  )
  const words = [0, 2, 4, 6].map((at) => syllables.slice(at, at + 2).join(''))
  if (new Set(words).size < words.length) return suggestPassword()
  const number = Array.from(bytes.subarray(8), (byte) => digits[byte & 7]).join('')
  return [...words, number].join('-')
}

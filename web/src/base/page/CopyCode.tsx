import Box from '@mui/material/Box'
import { useState } from 'react'
import { TextButton } from './Page.tsx'

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
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <Box
        component="code"
        sx={{
          userSelect: 'all',
          minWidth: 0,
          overflowWrap: 'anywhere',
          ...(spaced && { letterSpacing: '0.06em', fontWeight: 600 }),
        }}
      >
        {text}
      </Box>
      <TextButton
        aria-label={label}
        onClick={() => void copy()}
        sx={{ minWidth: 0, color: 'text.secondary' }}
      >
        Copy
      </TextButton>
      <Box component="output" sx={{ typography: 'caption', color: 'text.secondary' }}>
        {copied}
      </Box>
    </Box>
  )
}

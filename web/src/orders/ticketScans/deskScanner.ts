import { readScanned } from '@our-print/contract/orders/scannedText.ts'
import { useRef } from 'react'
import { isTyping } from '../../base/page/keys.ts'
import { useKeyDown } from '../../base/useKeyDown.ts'

/** A scanner types some characters in a few milliseconds; a person who types a number needs more. */
const longestPauseMs = 1_500

const named: Record<string, readonly [plain: string, shifted: string]> = {
  Minus: ['-', '_'],
  Slash: ['/', '?'],
  Semicolon: [';', ':'],
  Period: ['.', '>'],
  Equal: ['=', '+'],
}

/** What a key types in the layout of the United States, which scanners send unless they are told otherwise. */
export function usualCharacter({ code, shiftKey }: Pick<KeyboardEvent, 'code' | 'shiftKey'>): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return shiftKey ? letter : letter.toLowerCase()
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  return digit ?? named[code]?.[shiftKey ? 1 : 0] ?? ''
}

const isWhole = (text: string) => /^shelf:|\/print\//i.test(text) && readScanned(text) !== undefined

/** What was scanned: as this keyboard reads it, or as the usual one does, whichever is the text of a code. */
export const bestReading = (readings: readonly string[]): string =>
  readings.find(isWhole) ?? readings.find((text) => readScanned(text) !== undefined) ?? readings[0] ?? ''

/** Hears a desk scanner, which types a code and Enter: wherever the focus is, except in a field. */
export function useDeskScanner(onScan: (text: string) => void): void {
  const read = useRef({ typed: '', usual: '', last: 0 })
  // Before a button hears the key.
  useKeyDown((event) => {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const isNew = event.timeStamp - read.current.last > longestPauseMs
    const { typed, usual } = isNew ? { typed: '', usual: '' } : read.current
    const last = event.timeStamp
    read.current = { typed, usual, last }
    if (event.key === 'Enter') {
      if (typed.length === 0) return
      // Or it would press the button that has the focus.
      event.preventDefault()
      read.current = { typed: '', usual: '', last }
      onScan(bestReading([typed, usual]))
    } else if (event.key.length === 1 || event.key === 'Dead') {
      const character = event.key === 'Dead' ? '' : event.key
      read.current = { typed: typed + character, usual: usual + usualCharacter(event), last }
    }
  }, 'first')
}

import { readScanned } from '@our-print/contract/orders/scannedText.ts'
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../base/page/keys.ts'

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
  const scanned = useEffectEvent(onScan)
  useEffect(() => {
    let [typed, usual, last] = ['', '', 0]
    const listen = (event: KeyboardEvent) => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.timeStamp - last > longestPauseMs) [typed, usual] = ['', '']
      last = event.timeStamp
      if (event.key === 'Enter') {
        if (typed.length === 0) return
        // Or it would press the button that has the focus.
        event.preventDefault()
        const text = bestReading([typed, usual])
        typed = usual = ''
        scanned(text)
      } else if (event.key.length === 1 || event.key === 'Dead') {
        typed += event.key === 'Dead' ? '' : event.key
        usual += usualCharacter(event)
      }
    }
    // Before a button hears the key.
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}

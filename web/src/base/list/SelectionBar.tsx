import { clsx } from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import { doubleTapMs } from '../form/doubleTap.ts'
import { count } from '../format/format.ts'
import { Button } from '../ui/Button.tsx'
import styles from './SelectionBar.module.css'

type Place = 'header' | 'bottom'

type Props = {
  number: number
  /** How many match, if all of them are selected. */
  matching: number | undefined
  /** Selects all that match, so many; offered when all of this page are selected. */
  offer: { count: number; select: () => void } | undefined
  onClear: () => void
  /** Over the table's header, or at the bottom of a phone. */
  place: Place
  /** Told its height in pixels, whenever it is drawn. */
  onHeight: (height: number) => void
  children: ReactNode
}

/** Actions on the selected rows. Where it appears, nothing else moves: the next click is meant for the next row. */
export default function SelectionBar({ number, matching, offer, onClear, place, onHeight, children }: Props) {
  const isSettled = useSettled(place !== 'bottom')
  return (
    <section
      ref={(bar) => {
        if (bar) onHeight(bar.offsetHeight)
      }}
      aria-label="Selected rows"
      className={clsx(styles.bar, styles[place], !isSettled && styles.settling)}
    >
      <span aria-live="polite" className={styles.number}>
        {matching !== undefined
          ? `All ${count(matching)} that match are selected`
          : `${count(number)} selected`}
      </span>
      <Button look="plain" size="small" tone="muted" onClick={onClear}>
        Clear
      </Button>
      {offer && (
        <Button look="plain" size="small" tone="accent" onClick={offer.select}>
          Select all {count(offer.count)} that match
        </Button>
      )}
      <div className={styles.actions} data-bar>
        {children}
      </div>
    </section>
  )
}

function useSettled(atOnce: boolean): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(true), doubleTapMs)
    return () => window.clearTimeout(timer)
  }, [])
  return atOnce || isSettled
}

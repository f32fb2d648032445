import { clsx } from 'clsx'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { anchoredLook, placeAt } from './anchored.ts'
import styles from './Peek.module.css'

type Props = {
  id: string
  /** What it explains. */
  anchor: HTMLElement | null
  children: ReactNode
}

/** More about something, beside it as long as it is drawn. It does not take the focus, but a press on it keeps that near. */
export function Peek({ id, anchor, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const peek = box.current
    if (!peek || !anchor) return undefined
    peek.showPopover()
    const stop = placeAt(peek, anchor, { align: 'start' })
    return () => {
      stop()
      peek.hidePopover()
    }
  }, [anchor])
  return (
    <div
      ref={box}
      id={id}
      popover="manual"
      tabIndex={-1}
      className={clsx(anchoredLook({ align: 'start' }), styles.peek)}
    >
      {children}
    </div>
  )
}

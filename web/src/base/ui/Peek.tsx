import { clsx } from 'clsx'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { anchoredLook, placeAt } from './anchored.ts'
import styles from './Peek.module.css'

// Enough time to move the pointer from the button to the panel.
const hoverCloseDelayMs = 150

type Props = {
  /** What the button says. */
  children: ReactNode
  /** What is behind it, to be read only. */
  panel: ReactNode
}

/** A button whose panel shows while it has the pointer or the focus, and stays after a press. */
export function Peek({ children, panel }: Props) {
  const id = useId()
  const [shown, setShown] = useState<'no' | 'peek' | 'pinned'>('no')
  const place = useRef<HTMLDivElement>(null)
  const timer = useRef<number | undefined>(undefined)
  const isOpen = shown !== 'no'
  function peek() {
    window.clearTimeout(timer.current)
    setShown((now) => (now === 'no' ? 'peek' : now))
  }
  const closePeek = () => setShown((now) => (now === 'peek' ? 'no' : now))

  useEffect(() => {
    if (!isOpen) return undefined
    const listening = new AbortController()
    const listen = <K extends keyof DocumentEventMap>(type: K, run: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(type, run, listening)
    listen('keydown', ({ key }) => key === 'Escape' && setShown('no'))
    listen('pointerdown', ({ target }) => !isWithin(place, target) && setShown('no'))
    return () => listening.abort()
  }, [isOpen])

  useEffect(() => () => window.clearTimeout(timer.current), [])

  return (
    <div
      ref={place}
      // Not interactive: it only tracks the pointer.
      role="presentation"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && peek()}
      onPointerLeave={({ pointerType }) => {
        if (pointerType === 'mouse') timer.current = window.setTimeout(closePeek, hoverCloseDelayMs)
      }}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-describedby={isOpen ? id : undefined}
        className={styles.button}
        // A press also sets the focus; then the click decides what shows.
        onFocus={({ target }) => target.matches(':focus-visible') && peek()}
        onBlur={({ relatedTarget }) => {
          if (!isWithin(place, relatedTarget)) setShown('no')
        }}
        onClick={() => setShown((now) => (now === 'pinned' ? 'no' : 'pinned'))}
      >
        {children}
      </button>
      {isOpen && (
        <Panel id={id} anchor={place}>
          {panel}
        </Panel>
      )}
    </div>
  )
}

type Place = { current: HTMLElement | null }

const isWithin = (place: Place, target: EventTarget | null) =>
  target instanceof Node && place.current?.contains(target) === true

type PanelProps = { id: string; anchor: Place; children: ReactNode }

/** Above everything, so that no card cuts it. */
function Panel({ id, anchor, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!panel.current || !anchor.current) return undefined
    panel.current.showPopover()
    return placeAt(panel.current, anchor.current, placement)
  }, [anchor])
  return (
    // Focusable, so that a press on it does not count as leaving the button.
    <div
      ref={panel}
      id={id}
      popover="manual"
      role="tooltip"
      tabIndex={-1}
      className={clsx(anchoredLook(placement), styles.panel)}
    >
      {children}
    </div>
  )
}

const placement = { align: 'start' } as const

import { styled } from '@mui/material/styles'
import type { Referrer } from '@our-print/contract/rewards/referrals.ts'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { ExpandMore } from '../../base/icons/frame.tsx'

const ClaimsList = lazyPart(() => import('./ClaimsList.tsx'))

const Trigger = styled('button')({
  display: 'block',
  width: '100%',
  padding: 0,
  '@media (max-width: 599.95px)': { minHeight: 44 },
  border: 0,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  cursor: 'pointer',
  '&:hover .label, &[aria-expanded=true] .label': { color: 'var(--mui-palette-text-primary)' },
  '& .label svg': { fontSize: 16 },
})

/** Whether the target is inside the number or its list. */
const isWithin = (target: EventTarget | null, id: string) =>
  target instanceof Element && target.closest(`[data-claims="${id}"]`) !== null

// Enough time to move the pointer from the number to the list.
const hoverCloseDelayMs = 150

/** The number of claims. Its list shows while the number has the pointer or the focus, and stays after a click. */
export function Claims({ referrer, children }: { referrer: Referrer; children: ReactNode }) {
  const id = useId()
  const [shown, setShown] = useState<'no' | 'peek' | 'pinned'>('no')
  const [button, setButton] = useState<HTMLElement | null>(null)
  const timer = useRef<number | undefined>(undefined)
  const isOpen = shown !== 'no'

  function peek() {
    window.clearTimeout(timer.current)
    setShown((now) => (now === 'no' ? 'peek' : now))
  }
  const closePeek = () => setShown((now) => (now === 'peek' ? 'no' : now))

  useEffect(() => {
    if (!isOpen) return undefined
    const close = () => setShown('no')
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close()
    const onPress = ({ target }: PointerEvent) => !isWithin(target, id) && close()
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [isOpen, id])

  useEffect(() => () => window.clearTimeout(timer.current), [])

  return (
    // The list is elsewhere in the document, but React's pointer events follow the components.
    <div
      data-claims={id}
      // Not interactive: it only tracks the pointer.
      role="presentation"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && peek()}
      onPointerLeave={({ pointerType }) => {
        if (pointerType === 'mouse') timer.current = window.setTimeout(closePeek, hoverCloseDelayMs)
      }}
    >
      <Trigger
        ref={setButton}
        type="button"
        aria-expanded={isOpen}
        aria-describedby={isOpen ? `${id}-list` : undefined}
        // A press also sets the focus; then the click decides what shows.
        onFocus={({ target }) => target.matches(':focus-visible') && peek()}
        onBlur={({ relatedTarget }) => {
          if (!isWithin(relatedTarget, id)) setShown('no')
        }}
        onClick={() => setShown((now) => (now === 'pinned' ? 'no' : 'pinned'))}
      >
        <span className="label">
          Claimed
          <ExpandMore />
        </span>
        {children}
      </Trigger>
      {isOpen && <ClaimsList id={id} anchor={button} referrer={referrer} />}
    </div>
  )
}

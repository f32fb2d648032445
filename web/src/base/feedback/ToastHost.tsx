import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../ui/Button.tsx'
import { onLayers, topDialog } from '../ui/openLayers.ts'
import { Text } from '../ui/Text.tsx'
import { Toast } from '../ui/Toast.tsx'
import { closeLater } from './closeLater.ts'
import { keepClear } from './keepClear.ts'
import styles from './ToastHost.module.css'
import { closeMessage, type Message, useMessages } from './toast.ts'

/** The messages, next to the app. */
export function ToastHost() {
  const messages = useMessages()
  const [place] = useState(newPlace)
  const hasMessages = messages.length > 0

  // A modal dialog makes everything outside of it unusable, Undo as well, and lies above what was shown before it. So the
  // messages are a popover in the topmost dialog, shown anew whenever something opens or closes. React draws them in the
  // same element wherever that is, so that their clocks go on.
  useLayoutEffect(() => {
    if (!hasMessages) return undefined
    const raise = () => {
      const parent = topDialog() ?? document.body
      if (place.parentElement !== parent || place.nextElementSibling) parent.append(place)
      place.hidePopover()
      place.showPopover()
    }
    raise()
    const stops = [onLayers(raise), keepClear(place)]
    return () => {
      for (const stop of stops) stop()
      place.remove()
    }
  }, [hasMessages, place])

  return createPortal(
    messages.map((message) => <ShownMessage key={message.id} message={message} />),
    place,
  )
}

function newPlace(): HTMLElement {
  const place = document.createElement('div')
  place.popover = 'manual'
  place.className = styles.place ?? ''
  return place
}

function ShownMessage({ message: { id, text, detail, failed, steps } }: { message: Message }) {
  const box = useRef<HTMLDivElement>(null)
  const close = () => closeMessage(id)
  useEffect(() => (box.current ? closeLater(box.current, () => closeMessage(id)) : undefined), [id])
  return (
    <Toast
      ref={box}
      failed={failed}
      onDismiss={close}
      actions={steps.map(({ label, onClick }) => (
        <Button
          key={label}
          look="plain"
          size="small"
          onClick={() => {
            close()
            onClick()
          }}
        >
          {label}
        </Button>
      ))}
    >
      {detail === undefined ? (
        text
      ) : (
        <>
          <div>{text}</div>
          <Text as="div" tone="muted">
            {detail}
          </Text>
        </>
      )}
    </Toast>
  )
}

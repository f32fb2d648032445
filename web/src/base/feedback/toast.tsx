import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { messageColors, toastMs } from './toastSettings.ts'
import { useAfterFirstView } from './useAfterFirstView.ts'

type Step = { label: string; onClick: () => void }
type Message = { text: ReactNode; failed: boolean; steps: readonly Step[] }

type ToastHostModule = typeof import('./ToastHost.tsx')
const loadHost = () => import('./ToastHost.tsx')

let mountToastHost = (_: ToastHostModule) => {}
let showPlainly = (_: Message | undefined) => {}
let isMounted = false

/** Counts the times that all messages were closed: one that is still loading then is not shown any more. */
let cleared = 0

/**
 * The library of messages is loaded soon after the first screen, or with the first message. Without its file a message is
 * shown all the same, as plain text.
 */
async function showToast(message: Message) {
  const before = cleared
  const host = await loadHost().catch(() => undefined)
  if (before !== cleared) return
  if (!host) return showPlainly(message)
  mountToastHost(host)
  await host.ready()
  if (before !== cleared) return
  host.enqueueSnackbar(message.text, {
    variant: message.failed ? 'error' : 'success',
    action: (key) => <Steps steps={message.steps} close={() => host.closeSnackbar(key)} />,
  })
}

/**
 * Short messages at the bottom of the screen, at most three at once. Each stays 5 s, and longer while the pointer or the
 * keyboard is on it.
 */
export const toast = {
  /** After success. `undo` adds an Undo button; `next` adds likely next steps; `detail` is below the message. */
  success: (
    message: string,
    { undo, next = [], detail }: { undo?: () => void; next?: readonly Step[]; detail?: string } = {},
  ) => {
    const steps = undo ? [{ label: 'Undo', onClick: undo }, ...next] : next
    void showToast({ text: withDetail(message, detail), failed: false, steps })
  },
  /** After a failure: an error or a sentence, the server's message below it, and what to do next. */
  failure: (problem: Error | string, detail?: string, steps: readonly Step[] = []) => {
    const message = typeof problem === 'string' ? problem : problem.message
    void showToast({ text: withDetail(message, detail), failed: true, steps })
  },
  /** Closes all messages: they belong to what is over. */
  clear: () => {
    cleared += 1
    showPlainly(undefined)
    if (isMounted) void loadHost().then(({ closeSnackbar }) => closeSnackbar())
  },
}

const withDetail = (message: string, detail: string | undefined) =>
  detail === undefined ? (
    message
  ) : (
    <>
      <div>{message}</div>
      <div style={{ opacity: 0.8 }}>{detail}</div>
    </>
  )

const Steps = ({ steps, close }: { steps: readonly Step[]; close: () => void }) =>
  steps.map(({ label, onClick }) => (
    <Button
      size="small"
      color="inherit"
      key={label}
      onClick={() => {
        close()
        onClick()
      }}
      sx={{ fontWeight: 600 }}
    >
      {label}
    </Button>
  ))

/** Renders the toasts next to the app. */
export function Toasts({ children }: { children: ReactNode }) {
  const [Host, setHost] = useState<ComponentType>()
  const [plain, setPlain] = useState<Message>()
  useEffect(() => {
    mountToastHost = (host) => {
      isMounted = true
      setHost(() => host.default)
    }
    showPlainly = setPlain
    return () => {
      mountToastHost = () => {}
      showPlainly = () => {}
    }
  }, [])
  useAfterFirstView(() => void loadHost().catch(() => undefined))
  return (
    <>
      {children}
      {Host && <Host />}
      {plain && <PlainToast message={plain} close={() => setPlain(undefined)} />}
    </>
  )
}

/** The last message, while the library of messages cannot be loaded. */
function PlainToast({ message, close }: { message: Message; close: () => void }) {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    // Another message starts anew.
    const timer = message && setTimeout(() => closeNow(), toastMs)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <Box role={message.failed ? 'alert' : 'status'} data-toast="" sx={plainToast}>
      {message.text}
      <Steps steps={message.steps} close={close} />
    </Box>
  )
}

const plainToast = {
  position: 'fixed',
  inset: 'auto auto 16px 16px',
  zIndex: 'snackbar',
  p: 2,
  color: messageColors.text,
  bgcolor: messageColors.surface,
} as const

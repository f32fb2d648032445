import Button from '@mui/material/Button'
import type { OptionsObject, SnackbarKey } from 'notistack'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

const toastMs = 5000
const undoDeleteMs = 10_000

type ToastHostModule = typeof import('./ToastHost.tsx')
const loadHost = () => import('./ToastHost.tsx')
const ToastHost = lazy(loadHost)

let mountToastHost = () => {}
let isMounted = false

/** Counts the times that all messages were closed: one that is still loading then is not shown any more. */
let cleared = 0

/** The toast library is loaded with the first message, or when the browser is idle. */
async function showToast(
  message: ReactNode,
  options: OptionsObject | ((host: ToastHostModule) => OptionsObject),
) {
  mountToastHost()
  const before = cleared
  const host = await loadHost()
  await host.ready()
  if (before !== cleared) return
  host.enqueueSnackbar(message, typeof options === 'function' ? options(host) : options)
}

/** Short messages at the bottom of the screen. A toast stays 5 s; at most three at once. */
export const toast = {
  /** After success. `undo` adds an Undo button; `next` adds likely next steps. */
  success: (message: string, { undo, next = [] }: { undo?: () => void; next?: readonly Step[] } = {}) => {
    const steps = undo ? [{ label: 'Undo', onClick: undo }, ...next] : next
    void showToast(message, ({ closeSnackbar }) => ({
      variant: 'success',
      autoHideDuration: toastMs,
      ...(steps.length > 0 && {
        action: (key: SnackbarKey) =>
          steps.map((step) => <StepButton {...step} key={step.label} close={() => closeSnackbar(key)} />),
      }),
    }))
  },
  /** After a deletion: stays ten seconds, and longer while the pointer or the keyboard is on it. */
  deleted: (message: string, undo: () => void, detail?: string) =>
    void showToast(withDetail(message, detail), ({ closeSnackbar, Timed }) => ({
      variant: 'success',
      persist: true,
      action: (key: SnackbarKey) => (
        <Timed ms={undoDeleteMs} close={() => closeSnackbar(key)}>
          <StepButton label="Undo" onClick={undo} close={() => closeSnackbar(key)} />
        </Timed>
      ),
    })),
  /** After a failure: an error or a sentence, and the server's message below it. */
  failure: (problem: Error | string, detail?: string) =>
    void showToast(withDetail(typeof problem === 'string' ? problem : problem.message, detail), {
      variant: 'error',
      autoHideDuration: toastMs,
    }),
  /** Closes all messages: they belong to what is over. */
  clear: () => {
    cleared += 1
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

type Step = { label: string; onClick: () => void }

const StepButton = ({ label, onClick, close }: Step & { close: () => void }) => (
  <Button
    size="small"
    color="inherit"
    onClick={() => {
      close()
      onClick()
    }}
    sx={{ fontWeight: 600 }}
  >
    {label}
  </Button>
)

/** Renders the toasts next to the app. */
export function Toasts({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    mountToastHost = () => {
      isMounted = true
      setWanted(true)
    }
    return () => {
      mountToastHost = () => {}
    }
  }, [])
  return (
    <>
      {children}
      {wanted && (
        <Suspense fallback={null}>
          <ToastHost />
        </Suspense>
      )}
    </>
  )
}

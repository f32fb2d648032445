import Button from '@mui/material/Button'
import type { OptionsObject, SnackbarKey } from 'notistack'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

const toastMs = 5000
const snackbarMs = 3000

type ToastHostModule = typeof import('./ToastHost.tsx')
const loadHost = () => import('./ToastHost.tsx')
const ToastHost = lazy(loadHost)

let mountToastHost = () => {}

/** The library behind this is loaded with the first message, or when the browser has nothing else to do. */
async function showToast(
  message: ReactNode,
  options: OptionsObject | ((host: ToastHostModule) => OptionsObject),
) {
  mountToastHost()
  const host = await loadHost()
  await host.ready()
  host.enqueueSnackbar(message, typeof options === 'function' ? options(host) : options)
}

/** Short news at the foot of the screen. A toast stays 5 s, a snackbar 3 s; at most three at once. */
export const toast = {
  /** It worked. With `undo` it can be taken back from the toast; `next` offers what people mostly do then. */
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
  /** It did not work; takes the error as it was thrown, or a sentence, and what the server said beneath that. */
  failure: (problem: Error | string, detail?: string) =>
    void showToast(withDetail(typeof problem === 'string' ? problem : problem.message, detail), {
      variant: 'error',
      autoHideDuration: toastMs,
    }),
  /** The error snackbar of the sign-in screen. */
  snack: (message: string) => void showToast(message, { variant: 'error', autoHideDuration: snackbarMs }),
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

/** Where the messages appear, beside everything else. */
export function Toasts({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    mountToastHost = () => setWanted(true)
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

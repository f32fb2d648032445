import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import Close from '@mui/icons-material/Close'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import {
  type CustomContentProps,
  closeSnackbar,
  enqueueSnackbar,
  SnackbarContent,
  SnackbarProvider,
} from 'notistack'
import { type ReactNode, type Ref } from 'react'

const toastMs = 5000
const snackMs = 3000

/** Short news at the foot of the screen. A toast stays 5 s, a snackbar 3 s; at most three at once. */
export const toast = {
  /** It worked. With `undo` it can be taken back from the toast. */
  success: (message: string, { undo }: { undo?: () => void } = {}) =>
    enqueueSnackbar(message, {
      variant: 'success',
      autoHideDuration: toastMs,
      ...(undo && { action: (key) => <UndoButton onClick={() => (closeSnackbar(key), undo())} /> }),
    }),
  /** It did not work; takes the error as it was thrown, or a sentence. */
  failure: (problem: Error | string) =>
    enqueueSnackbar(typeof problem === 'string' ? problem : problem.message, {
      variant: 'error',
      autoHideDuration: toastMs,
    }),
  /** The error snackbar of the sign-in screen. */
  snack: (message: string) => enqueueSnackbar(message, { variant: 'error', autoHideDuration: snackMs }),
}

const UndoButton = ({ onClick }: { onClick: () => void }) => (
  <Button size="small" color="inherit" onClick={onClick} sx={{ fontWeight: 650 }}>
    Undo
  </Button>
)

export const Toasts = ({ children }: { children: ReactNode }) => (
  <SnackbarProvider
    maxSnack={3}
    autoHideDuration={snackMs}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
    Components={{ success: Toast, error: Toast }}
  >
    {children}
  </SnackbarProvider>
)

const Surface = styled(SnackbarContent)(({ theme }) => ({
  display: 'flex',
  flexWrap: 'nowrap',
  alignItems: 'center',
  gap: 8,
  padding: '8px 8px 8px 16px',
  maxWidth: 480,
  borderRadius: 8,
  color: '#f4f7f5',
  backgroundColor: '#1f2622',
  boxShadow: '0 8px 24px rgb(10 14 12 / 0.24)',
  ...theme.typography.body1,
}))

type ToastProps = CustomContentProps & { ref?: Ref<HTMLDivElement> }

function Toast({ ref, id, message, variant, action }: ToastProps) {
  const failed = variant === 'error'
  const Icon = failed ? ErrorOutlined : CheckCircleOutlined
  return (
    <Surface ref={ref} role={failed ? 'alert' : 'status'}>
      <Icon fontSize="small" sx={{ color: failed ? '#ff9a91' : '#6fd596' }} />
      <span style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{message}</span>
      {typeof action === 'function' ? action(id) : action}
      <IconButton size="small" color="inherit" aria-label="Dismiss" onClick={() => closeSnackbar(id)}>
        <Close fontSize="inherit" />
      </IconButton>
    </Surface>
  )
}

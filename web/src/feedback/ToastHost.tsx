import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type CustomContentProps, closeSnackbar, SnackbarContent, SnackbarProvider } from 'notistack'
import { type Ref, useEffect } from 'react'
import CheckCircleOutlined from '../icons/CheckCircleOutlined.tsx'
import Close from '../icons/Close.tsx'
import ErrorOutlined from '../icons/ErrorOutlined.tsx'

export { closeSnackbar, enqueueSnackbar } from 'notistack'
export { Timed } from './Timed.tsx'

const snackbarMs = 3000
const maxToasts = 3

let mounted = Promise.withResolvers<void>()

/** Resolves once the library is mounted: before and after that it drops messages. */
export const ready = () => mounted.promise

export default function ToastHost() {
  useEffect(() => {
    mounted.resolve()
    return () => {
      mounted = Promise.withResolvers()
    }
  }, [])
  return (
    <SnackbarProvider
      maxSnack={maxToasts}
      autoHideDuration={snackbarMs}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      Components={{ success: Toast, error: Toast }}
    />
  )
}

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

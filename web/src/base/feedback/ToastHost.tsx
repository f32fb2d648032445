import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type CustomContentProps, closeSnackbar, SnackbarContent, SnackbarProvider } from 'notistack'
import { type Ref, useEffect, useLayoutEffect, useRef } from 'react'
import { CheckCircleOutlined, Close, ErrorOutlined } from '../icons/frame.tsx'
import { closeLater } from './closeLater.ts'
import { messageColors } from './messageColors.ts'
import { placeToasts } from './placeToasts.ts'

export { closeSnackbar, enqueueSnackbar } from 'notistack'

const maxToasts = 3
const containerRoot = 'toasts'

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
      // Its own clock does not wait for the keyboard.
      autoHideDuration={null}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      classes={{ containerRoot }}
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
  color: messageColors.text,
  backgroundColor: messageColors.surface,
  boxShadow: '0 8px 24px rgb(10 14 12 / 0.24)',
  ...theme.typography.body1,
  '& button': { pointerEvents: 'auto' },
}))

type ToastProps = CustomContentProps & { ref?: Ref<HTMLDivElement> }

function Toast({ ref, id, message, variant, action }: ToastProps) {
  const failed = variant === 'error'
  const Icon = failed ? ErrorOutlined : CheckCircleOutlined
  const surface = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const container = surface.current?.closest<HTMLElement>(`.${containerRoot}`)
    return container ? placeToasts(container) : undefined
  }, [])
  useEffect(() => {
    const toast = surface.current?.closest('[data-toast]')
    return toast ? closeLater(toast, () => closeSnackbar(id)) : undefined
  }, [id])
  return (
    <Surface ref={ref} data-toast="" role={failed ? 'alert' : 'status'}>
      <Icon fontSize="small" sx={{ color: failed ? messageColors.error : messageColors.success }} />
      <span ref={surface} style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {message}
      </span>
      {typeof action === 'function' ? action(id) : action}
      <IconButton size="small" color="inherit" aria-label="Dismiss" onClick={() => closeSnackbar(id)}>
        <Close fontSize="inherit" />
      </IconButton>
    </Surface>
  )
}

import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type CustomContentProps, closeSnackbar, SnackbarContent, SnackbarProvider } from 'notistack'
import { type Ref, useEffect, useLayoutEffect, useRef } from 'react'
import { CheckCircleOutlined, Close, ErrorOutlined } from '../icons/frame.tsx'
import { closeLater } from './closeLater.ts'
import { messageColors } from './toastSettings.ts'

// Toasts lie over the page, so they are moved up until they cover no action. A page cannot say where that is: bars at
// the bottom, dialogs and lists all have their buttons elsewhere.

const actions = 'a[href], button, input, select, textarea, [role=option], [role=menuitem], label:has(input)'
const indent = 14
const gap = 8
const checkMs = 200

type Area = { top: number; bottom: number; left: number; right: number }

let shown = 0
let timer: number | undefined

/** Keeps the container clear of actions while it has toasts; called for each of them. */
function placeToasts(container: HTMLElement): () => void {
  shown += 1
  place(container)
  timer ??= window.setInterval(() => place(container), checkMs)
  return () => {
    shown -= 1
    if (shown > 0) return
    window.clearInterval(timer)
    timer = undefined
  }
}

function place(container: HTMLElement): void {
  // Somebody is about to press Undo.
  if (container.matches(':hover, :focus-within')) return
  const toasts = [...container.querySelectorAll<HTMLElement>('[data-toast]')]
  const boxes = toasts.map((toast) => toast.getBoundingClientRect())
  const height = toasts.reduce((sum, toast) => sum + toast.offsetHeight + gap, 0)
  const across = {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
  }
  const bottom = findBottom(height, across, actionsOnTop(container))
  container.style.transition = 'none'
  container.style.bottom = `${window.innerHeight - (bottom ?? lowest())}px`
  // Every place covers an action: then clicks go through the toast, except on its own buttons.
  for (const wrapper of container.children) {
    ;(wrapper as HTMLElement).style.pointerEvents = bottom === undefined ? 'none' : 'all'
  }
}

const lowest = () => window.innerHeight - indent

/** The lowest free place for something of this height; undefined if there is none. */
function findBottom(height: number, across: Pick<Area, 'left' | 'right'>, taken: Area[]): number | undefined {
  let bottom = lowest()
  while (bottom - height >= 0) {
    const area = { ...across, top: bottom - height, bottom }
    const covered = taken.filter((other) => overlap(area, other))
    if (covered.length === 0) return bottom
    bottom = Math.min(...covered.map(({ top }) => top)) - gap
  }
  return undefined
}

const overlap = (one: Area, other: Area) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** The visible actions; below an open dialog or menu nothing can be pressed. */
function actionsOnTop(container: HTMLElement): Area[] {
  const dialog = [...document.querySelectorAll('.MuiModal-root:not(.MuiModal-hidden)')].at(-1)
  return [...(dialog ?? document).querySelectorAll(actions)]
    .filter((element) => !container.contains(element))
    .map((element) => element.getBoundingClientRect())
    .filter(
      ({ width, height, top, bottom }) => width > 1 && height > 1 && bottom > 0 && top < window.innerHeight,
    )
}

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
      <Icon />
      <span ref={surface} style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {message}
      </span>
      {typeof action === 'function' ? action(id) : action}
      <IconButton size="small" color="inherit" aria-label="Dismiss" onClick={() => closeSnackbar(id)}>
        <Close size={18} />
      </IconButton>
    </Surface>
  )
}

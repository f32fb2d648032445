import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Button } from '../ui/Button.tsx'
import { Text } from '../ui/Text.tsx'
import { toast } from './toast.tsx'

/** What stands in the place of a part that is missing. */
type Missing = (tryAgain: () => void) => ReactNode

type Preloaded = {
  /** Loads the file before it is needed. */
  preload: () => void
}

/** `waiting` stands in the place of the part while its file is loaded. */
export type LazyPart<P> = ((props: P & { waiting?: ReactNode }) => ReactNode) & Preloaded

const reason = 'There is no connection, or Our Print was updated. This page stays as it is.'

function sayNotOpened() {
  toast.failure('This could not be opened', reason, [
    { label: 'Reload', onClick: () => window.location.reload() },
  ])
}

/** Loads a file that an action needs; without it says so and resolves to undefined. */
export async function loadFile<M>(load: () => Promise<M>): Promise<M | undefined> {
  try {
    return await load()
  } catch {
    sayNotOpened()
    return undefined
  }
}

/** For a part that draws nothing anybody waits for. */
export const drawNothing: Missing = () => null

const sentence: Missing = (tryAgain) => (
  <Text as="p" role="alert" size="small" tone="muted">
    This part could not be loaded.{' '}
    <Button look="plain" size="small" tone="accent" onClick={tryAgain}>
      Try again
    </Button>
    {/* Some browsers keep the failure of a file until the page is loaded anew. */}
    <Button look="plain" size="small" tone="accent" onClick={() => window.location.reload()}>
      Reload
    </Button>
  </Text>
)

/** A part of a page whose file is loaded when it is first shown. */
export function lazyPart<P extends object>(load: Load<P>, missing?: Missing): LazyPart<P> {
  const Content = lazyPage(load, missing)
  const Part = ({ waiting = null, ...props }: P & { waiting?: ReactNode }) => (
    <Suspense fallback={waiting}>
      <Content {...(props as P)} />
    </Suspense>
  )
  return Object.assign(Part, { preload: Content.preload })
}

type Load<P> = () => Promise<{ default: ComponentType<P> }>

/**
 * The same without a place of its own to wait in: what is above it waits. Without network, or when the build that had the
 * file is gone, everything else stays: what has `onClose` or `onCancel` is closed again with a message, so that the next
 * tap tries again; any other part is `missing` in its place. React's own `lazy` would take the whole page away.
 */
export function lazyPage<P extends object>(
  load: Load<P>,
  missing: Missing = sentence,
): ((props: P) => ReactNode) & Preloaded {
  let isLoaded = false
  const lazily = () =>
    lazy(async () => {
      const file = await load()
      isLoaded = true
      return file as { default: ComponentType<object> }
    })
  let Content = lazily()

  class Part extends Component<P, { isMissing: boolean }> {
    static getDerivedStateFromError = () => ({ isMissing: true })

    override state = { isMissing: false }

    override componentDidMount() {
      window.addEventListener('online', this.tryAgain)
    }

    override componentDidCatch() {
      // React keeps a failure, so the next one to be shown asks anew.
      if (!isLoaded) Content = lazily()
      const close = closeOf(this.props)
      if (!close) return
      sayNotOpened()
      close()
    }

    override componentWillUnmount() {
      window.removeEventListener('online', this.tryAgain)
    }

    tryAgain = () => {
      if (this.state.isMissing) this.setState({ isMissing: false })
    }

    override render() {
      if (!this.state.isMissing) return <Content {...this.props} />
      return closeOf(this.props) ? null : missing(this.tryAgain)
    }
  }

  const preload = () => void load().catch(() => undefined)
  return Object.assign((props: P) => <Part {...props} />, { preload })
}

function closeOf(props: object): (() => void) | undefined {
  const { onClose, onCancel } = props as { onClose?: () => void; onCancel?: () => void }
  return onClose ?? onCancel
}

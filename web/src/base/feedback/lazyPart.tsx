import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Button } from '../ui/Button.tsx'
import { Text } from '../ui/Text.tsx'
import { HeldKeys } from './HeldKeys.tsx'
import { toast } from './toast.ts'

/** What stands in the place of a part that is missing. */
type Missing = (tryAgain: () => void) => ReactNode

type Preloaded = {
  /** Loads the file before it is needed. Who needs it now may await this; nothing is thrown when it cannot be loaded. */
  preload: () => unknown
}

/** `waiting` stands in the place of the part while its file is loaded; what can be closed holds the keys until then. */
export type LazyPart<P> = ((props: P & { waiting?: ReactNode }) => ReactNode) & Preloaded

const reason = 'There is no connection, or Our Print was updated. This page stays as it is.'

/** Says that a file is missing, in a message. */
export function sayNotOpened() {
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

const nothing = () => undefined

/** A file without a part, which is loaded when it is needed; `get` says so if it cannot be loaded. */
export const lazyFile = <M,>(load: () => Promise<M>): LazyFile<M> => ({
  preload: () => load().then(nothing, nothing),
  get: () => loadFile(load),
  getQuietly: () => load().catch(() => undefined),
})

export type LazyFile<M> = Preloaded & Record<'get' | 'getQuietly', () => Promise<M | undefined>>

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

/** The parts that nobody has asked for yet. */
const waiting = new Set<() => void>()
let isFirstScreenThere = false

const whenIdle = (run: () => void) =>
  // Safari has none.
  'requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run)

/** Loads the files of all parts while the browser is idle, so that the first tap on one opens it at once. */
export function loadParts(): void {
  isFirstScreenThere = true
  for (const preload of waiting) whenIdle(preload)
  waiting.clear()
}

/** A part of a page whose file is loaded when it is first shown, or when the browser is idle after the first screen. */
export function lazyPart<P extends object>(load: Load<P>, missing?: Missing): LazyPart<P> {
  const Part = heavyPart(load, missing)
  if (isFirstScreenThere) whenIdle(Part.preload)
  else waiting.add(Part.preload)
  return Part
}

/** The same for a part so large that it is loaded only when it is shown. */
export function heavyPart<P extends object>(load: Load<P>, missing?: Missing): LazyPart<P> {
  const Content = lazyPage(load, missing)
  const Part = ({ waiting, ...props }: P & { waiting?: ReactNode }) => {
    const close = closeOf(props)
    return (
      <Suspense fallback={waiting ?? (close && <HeldKeys onClose={close} />)}>
        <Content {...(props as P)} />
      </Suspense>
    )
  }
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
  // A file that is there is drawn at once: React's own `lazy` would show the waiting part first, for up to 300 ms.
  let loaded: ComponentType<object> | undefined
  const loadOnce = async () => {
    const file = (await load()) as { default: ComponentType<object> }
    loaded = file.default
    return file
  }
  let lazily = lazy(loadOnce)

  class Part extends Component<P, { isMissing: boolean }> {
    static getDerivedStateFromError = () => ({ isMissing: true })

    override state = { isMissing: false }

    // For as long as it is shown: another type would begin anew and forget what was typed.
    private Content = loaded ?? lazily

    override componentDidMount() {
      window.addEventListener('online', this.tryAgain)
    }

    override componentDidCatch() {
      // React keeps a failure, so the next one to be shown asks anew.
      if (!loaded) lazily = lazy(loadOnce)
      this.Content = loaded ?? lazily
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
      const { Content } = this
      if (!this.state.isMissing) return <Content {...this.props} />
      return closeOf(this.props) ? null : missing(this.tryAgain)
    }
  }

  const preload = () => loadOnce().then(nothing, nothing)
  return Object.assign((props: P) => <Part {...props} />, { preload })
}

function closeOf(props: object): (() => void) | undefined {
  const { onClose, onCancel } = props as { onClose?: () => void; onCancel?: () => void }
  return onClose ?? onCancel
}

import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { addressOf, createHistory, type History, resolve, type To, type Visit } from './history.ts'
import type { Params } from './matchPath.ts'

const HistoryContext = createContext<History | undefined>(undefined)
const VisitContext = createContext<Visit | undefined>(undefined)

/** Tells everything below where the app is. */
export function Router({ children }: { children: ReactNode }) {
  const [history] = useState(createHistory)
  const [visit, setVisit] = useState(history.visit)
  // The screen stays as it is until the next one is drawn.
  useLayoutEffect(() => history.listen((next) => startTransition(() => setVisit(next))), [history])
  return (
    <HistoryContext value={history}>
      <VisitContext value={visit}>{children}</VisitContext>
    </HistoryContext>
  )
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is no <Router> above')
  return value
}

export const useHistory = (): History => given(useContext(HistoryContext))

const useVisit = (): Visit => given(useContext(VisitContext))

/** The place that the screen shows: during a move still the one before. */
export const useLocation = () => useVisit().place

/** How the place was reached. */
export const useWay = () => useVisit().way

type Options = { replace?: boolean }

/** Goes to a place, or so many steps back or forth. */
export function useNavigate(): (to: To | number, options?: Options) => void {
  const history = useHistory()
  const { pathname } = useLocation()
  return useCallback(
    (to, options) => (typeof to === 'number' ? history.step(to) : history.go(resolve(to, pathname), options)),
    [history, pathname],
  )
}

type SetSearch = (search: URLSearchParams, options?: Options) => void

/** The query parameters of the address, and how to replace them. */
export function useSearchParams(): [URLSearchParams, SetSearch] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const set = useCallback<SetSearch>((next, options) => navigate(`?${next}`, options), [navigate])
  return [useMemo(() => new URLSearchParams(search), [search]), set]
}

const ParamsContext = createContext<Params>({})

/** Gives a screen what its pattern names of the path. */
export const ParamsProvider = ParamsContext.Provider

/** What the screen's pattern names of the path: `{ id }` for `/order/:id`. */
export const useParams = (): Params => useContext(ParamsContext)

/** Goes to another place as soon as it is drawn. */
export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace }), [navigate, to, replace])
  return null
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  to: string
  replace?: boolean
  ref?: Ref<HTMLAnchorElement>
}

/** A link to a screen: a plain click stays in the app, every other one is the browser's. */
export function Link({ to, replace = false, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const place = useLocation()
  const href = addressOf(resolve(to, place.pathname))
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.altKey || event.shiftKey)
    if (event.defaultPrevented || !isPlain || (rest.target && rest.target !== '_self')) return
    event.preventDefault()
    // As a browser does: the place where one is already does not stand twice in the history.
    navigate(to, { replace: replace || href === addressOf(place) })
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}

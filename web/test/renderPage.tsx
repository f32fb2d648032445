import type { Endpoint, Output } from '@our-print/contract/endpoint.ts'
import { getTaxRules } from '@our-print/contract/money/taxRules.ts'
import type { Ability } from '@our-print/contract/people/abilities.ts'
import type { ProblemBody } from '@our-print/contract/problem.ts'
import { listSavedViews } from '@our-print/contract/shop/savedViews.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { onTestFinished, vi } from 'vitest'
import { AppProviders } from '../src/app/shell/AppProviders.tsx'
import type { Role } from '../src/base/api/role.ts'
import { ConfirmProvider } from '../src/base/dialog/ConfirmDialog.tsx'
import { SelectionBar } from '../src/base/list/ResourceTable.tsx'
import { RowMenuActions } from '../src/base/list/RowMenu.tsx'
import { matchPath } from '../src/base/router/matchPath.ts'
import { ParamsProvider, Router, useLocation } from '../src/base/router/router.tsx'
import { untilItsTime } from './lateAnswers.ts'

// As in the app while it is idle: a busy machine would draw them after a test has looked for their buttons.
await Promise.all([SelectionBar.preload(), RowMenuActions.preload()])

/** A request to the stubbed server. */
export type Call = { method: string; url: URL; body: unknown; headers: Headers }

type Answer = { method: string; pattern: RegExp; reply: (call: Call) => Promise<Response> }

const patternOf = (url: string) => new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`)

const replyWith = (status: number, body: unknown) =>
  new Response(body === null ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json' },
  })

/** A page of a list, the only one unless it counts more. */
export const page = <T,>(results: T[], count = results.length) => ({
  count,
  next: null,
  previous: null,
  results,
})

/** A response of an endpoint, typed by the contract. A function gets the request. */
export const answer = <E extends Endpoint>(
  { method, url }: E,
  body: Output<E> | ((call: Call) => Output<E>),
): Answer => ({
  method,
  pattern: patternOf(url),
  reply: async (call) => {
    const value = typeof body === 'function' ? (body as (call: Call) => Output<E>)(call) : body
    return replyWith(value === null ? 204 : 200, value)
  },
})

/** Prices contain the tax, unless a test says otherwise. */
const untaxed = answer(getTaxRules, { rules: null })

/** An error response of an endpoint. */
export const refuse = ({ method, url }: Endpoint, status: number, body: Partial<ProblemBody>): Answer => ({
  method,
  pattern: patternOf(url),
  reply: async () => replyWith(status, { code: 'refused', message: 'Refused', ...body }),
})

/** The 409 response for an older version, typed by the contract. */
export const refuseStale = <E extends Endpoint>(
  endpoint: E,
  current: Output<E> | (() => Output<E>),
): Answer => ({
  ...refuse(endpoint, 409, {}),
  reply: async () =>
    replyWith(409, {
      code: 'stale',
      message: 'Changed by someone else',
      current: typeof current === 'function' ? (current as () => Output<E>)() : current,
    }),
})

/** An endpoint that never responds. */
export const hang = ({ method, url }: Endpoint): Answer => ({
  method,
  pattern: patternOf(url),
  reply: () => new Promise(() => {}),
})

/**
 * Replaces fetch by these responses and records the requests. Of two responses for one endpoint the later one counts.
 */
export function stubServer(answers: Answer[]): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost')
    const { method = 'GET' } = init
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const call = { method, url, body, headers: new Headers(init.headers) }
    const found = [untaxed, ...answers].findLast(
      (one) => one.method === method && one.pattern.test(url.pathname),
    )
    // Every list asks for them some time after its rows, which is news only where a test has views. So do prices for taxes.
    if (found !== untaxed && (found || url.pathname !== listSavedViews.url)) calls.push(call)
    await untilItsTime()
    return found
      ? found.reply(call)
      : replyWith(404, { code: 'no_answer', message: `No answer for ${method} ${url.pathname}` })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return calls
}

/** A page at its address; nothing at any other. */
function At({ route, children }: { route: string; children: ReactElement }) {
  const { pathname } = useLocation()
  const params = route === '*' ? {} : matchPath(route, pathname)
  return params && <ParamsProvider value={params}>{children}</ParamsProvider>
}

type Options = { path?: string; route?: string; role?: Role | null; abilities?: readonly Ability[] }

/**
 * Renders a page as in the app, with typed responses. `path` is the address, `route` its pattern (`/order/:id`),
 * `role` the role of the signed-in user, `abilities` what a staff user may do besides.
 */
export function renderPage(
  element: ReactElement,
  answers: Answer[] = [],
  { path = '/', route = '*', abilities, role = abilities ? 'staff' : 'admin' }: Options = {},
) {
  const calls = stubServer(answers)
  if (role) {
    localStorage.setItem('token', 'Token test')
    localStorage.setItem('id', '01900000-0000-7000-8000-000000000001')
    localStorage.setItem('is_superuser', String(role === 'admin'))
    if (abilities) localStorage.setItem('abilities', abilities.join())
  }
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY } },
  })
  window.history.replaceState(null, '', path)
  const view = render(
    <Router>
      <AppProviders>
        <QueryClientProvider client={client}>
          <ConfirmProvider>
            <At route={route}>{element}</At>
          </ConfirmProvider>
        </QueryClientProvider>
      </AppProviders>
    </Router>,
  )
  const location = () => window.location.pathname + window.location.search
  return { ...view, calls, client, location }
}

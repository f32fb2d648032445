import { getOrder, type Order } from '@our-print/contract/orders/orders.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useQueries } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useMemo, useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { type ApiError, call } from '../../base/api/call.ts'
import { Notice } from '../../base/feedback/Loading.tsx'
import { count, plural } from '../../base/format/format.ts'
import { PrintOutlined as Print } from '../../base/icons/frame.tsx'
import { BackBar } from '../../base/page/BackBar.tsx'
import { useSearchParams } from '../../base/router/router.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { ProgressBar } from '../../base/ui/ProgressBar.tsx'
import { JobTicket } from './JobTicket.tsx'
import styles from './JobTicketsPage.module.css'

const maxTickets = 500

/** The job tickets of the orders in the address, in that order, one A5 sheet each. */
export function JobTicketsPage() {
  const [search] = useSearchParams()
  const requested = useMemo(() => [...new Set(search.getAll('order'))], [search])
  const ids = useMemo(() => requested.slice(0, maxTickets), [requested])
  const { orders, failures, pending } = useOrdersById(ids)
  const configuration = useRead(getConfiguration, {})
  // Tickets are shown even if the shop's name could not be loaded.
  const shop = configuration.data?.contact.name || 'Our Print'
  const busy = pending > 0 || configuration.isPending

  return (
    <>
      <Toolbar tickets={orders.length} requested={ids.length} busy={busy} />
      <main className={styles.desk}>
        <div className={clsx('noprint', styles.notes)}>
          {requested.length > maxTickets && (
            <Alert severity="warning">
              Only the first {maxTickets} of {count(requested.length)} orders are here. Print the others
              separately.
            </Alert>
          )}
          {failures.map(({ id, error, retry }) => (
            <Alert
              key={id}
              severity="error"
              action={
                <Button look="plain" size="small" onClick={retry}>
                  Retry
                </Button>
              }
            >
              Ticket {count(ids.indexOf(id) + 1)} of {count(ids.length)} could not be loaded. {error.message}
            </Alert>
          ))}
        </div>
        {ids.length === 0 && (
          <Notice title="No Records found">
            <p>Select orders in a list, or open one, and choose “Job tickets”.</p>
            <Link to="/total_orders">Go to orders</Link>
          </Notice>
        )}
        {orders.map((order) => (
          <JobTicket key={order.id} order={order} shop={shop} />
        ))}
      </main>
    </>
  )
}

function Toolbar({ tickets, requested, busy }: { tickets: number; requested: number; busy: boolean }) {
  return (
    <BackBar
      title={
        <output>{busy ? `Loading... ${tickets} of ${requested}` : plural(tickets, 'job ticket')}</output>
      }
      home="/total_orders"
      action={
        <Button
          look="primary"
          start={<Print />}
          disabled={busy || tickets === 0}
          onClick={() => window.print()}
        >
          Print
        </Button>
      }
    >
      {busy && requested > 1 && <ProgressBar label="Tickets loaded" value={(tickets / requested) * 100} />}
    </BackBar>
  )
}

const atOnce = 6

/** Loads orders by their ids, a few at a time: those loaded, and those that failed, with the reason. */
function useOrdersById(ids: readonly string[]) {
  const [inTurn] = useState(() => createQueue(atOnce))
  const results = useQueries({
    queries: ids.map((id) => ({
      queryKey: [getOrder.url, { params: { id } }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        inTurn(() => {
          signal.throwIfAborted()
          return call(getOrder, { params: { id } }, { signal })
        }),
      // What will be printed must not change while it is on screen.
      refetchOnWindowFocus: false,
    })),
  })
  const failures = results.flatMap(({ error, refetch }, at) =>
    error ? [{ id: ids[at] ?? '', error: error as ApiError, retry: () => void refetch() }] : [],
  )
  return {
    orders: results.flatMap(({ data }): Order[] => (data ? [data] : [])),
    failures,
    pending: results.filter(({ isPending }) => isPending).length,
  }
}

/** Limits how many run at once; the others wait. */
function createQueue(places: number) {
  const waiting: (() => void)[] = []
  let free = places
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1
    else await new Promise<void>((enter) => waiting.push(enter))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

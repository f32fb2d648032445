import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { getOrder, type Order } from '@our-print/contract/orders/orders.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useRead } from '../../base/api/api.ts'
import { type ApiError, call } from '../../base/api/call.ts'
import { Notice } from '../../base/feedback/Loading.tsx'
import { count, plural } from '../../base/format/format.ts'
import { PrintOutlined as Print } from '../../base/icons/frame.tsx'
import { ArrowBack } from '../../base/icons/screens.tsx'
import { RouteLink, TextButton } from '../../base/page/Page.tsx'
import { JobTicket } from './JobTicket.tsx'

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
      <GlobalStyles styles={onPaper} />
      <Toolbar tickets={orders.length} requested={ids.length} busy={busy} />
      <Box component="main" sx={desk}>
        <Box
          className="noprint"
          sx={{ width: 1, px: { xs: 2, sm: 0 }, maxWidth: 560, display: 'grid', gap: 1 }}
        >
          {requested.length > maxTickets && (
            <Alert severity="warning" variant="outlined">
              Only the first {maxTickets} of {count(requested.length)} orders are here. Print the others
              separately.
            </Alert>
          )}
          {failures.map(({ id, error, retry }) => (
            <Alert
              key={id}
              severity="error"
              variant="outlined"
              action={<TextButton onClick={retry}>Retry</TextButton>}
            >
              Order {id} has no ticket. {error.message}
            </Alert>
          ))}
        </Box>
        {ids.length === 0 && (
          <Notice title="No Records found">
            <p>Select orders in a list, or open one, and choose “Job tickets”.</p>
            <RouteLink to="/total_orders">Go to orders</RouteLink>
          </Notice>
        )}
        {orders.map((order) => (
          <JobTicket key={order.id} order={order} shop={shop} />
        ))}
      </Box>
    </>
  )
}

function Toolbar({ tickets, requested, busy }: { tickets: number; requested: number; busy: boolean }) {
  const navigate = useNavigate()
  const back = () => void (window.history.length > 1 ? navigate(-1) : navigate('/total_orders'))
  return (
    <Box component="header" className="noprint" sx={bar}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: { xs: 1, sm: 2 }, minHeight: 56 }}>
        <Button color="inherit" startIcon={<ArrowBack />} onClick={back}>
          Back
        </Button>
        <Typography variant="subtitle1" component="h1" sx={{ flex: 1, textAlign: 'center' }}>
          <output>{busy ? `Loading... ${tickets} of ${requested}` : plural(tickets, 'job ticket')}</output>
        </Typography>
        <Button
          variant="contained"
          startIcon={<Print />}
          disabled={busy || tickets === 0}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </Box>
      {busy && requested > 1 && (
        <LinearProgress
          aria-label="Tickets loaded"
          variant="determinate"
          value={(tickets / requested) * 100}
        />
      )}
    </Box>
  )
}

const bar = {
  position: 'sticky',
  top: 0,
  zIndex: 'appBar',
  bgcolor: 'background.paper',
  borderBottom: 1,
  borderColor: 'divider',
} as const

const desk = {
  display: 'grid',
  justifyItems: 'center',
  gap: 3,
  p: 3,
  '@media print': { display: 'block', p: 0 },
  '@media screen': {
    '& > article': { boxShadow: '0 1px 3px rgb(10 14 12 / 0.2), 0 8px 24px rgb(10 14 12 / 0.12)' },
  },
  // A sheet is 559 px wide; on a phone it is scaled down.
  '@media screen and (max-width: 619.95px)': { px: 0, '& > article': { zoom: 0.62 } },
  '@media screen and (max-width: 379.95px)': { '& > article': { zoom: 0.5 } },
}

const onPaper = {
  '@page': { size: 'A5 portrait', margin: 0 },
  '@media print': {
    ':root': { colorScheme: 'light !important' },
    'html, body': { background: '#fff !important' },
    '.noprint': { display: 'none !important' },
  },
} as const

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

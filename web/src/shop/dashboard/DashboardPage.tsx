import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { type Dashboard, getDashboard } from '@our-print/contract/shop/dashboard.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../base/api/api.ts'
import type { ApiError } from '../../base/api/call.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { visuallyHidden } from '../../base/form/Field.tsx'
import { count, formatTime, plural, rupees, today } from '../../base/format/format.ts'
import {
  ContactMailOutlined as ContactMail,
  PersonAddAltOutlined as PersonAddAlt,
} from '../../base/icons/frame.tsx'
import { Refresh } from '../../base/icons/home.tsx'
import { PeriodChooser } from '../../base/list/PeriodChooser.tsx'
import { type Range, usePeriod } from '../../base/list/period.ts'
import { usePolling } from '../../base/live/live.ts'
import { Page, SecondaryButton } from '../../base/page/Page.tsx'
import { ChangeText } from './Card.tsx'
import { OrderAgeCard } from './OrderAgeCard.tsx'
import { OrderTiles } from './OrderTiles.tsx'
import { ShortList, StaffCard, StockCard } from './ShortList.tsx'
import { Tile, tileGrid } from './Tile.tsx'
import { TrendsCard } from './TrendsCard.tsx'
import type { Day } from './trends.ts'

const WebhooksAlert = lazyPart(() => import('../webhooks/WebhooksAlert.tsx'))
const ProductionPanel = lazyPart(() => import('../../printing/production/ProductionPanel.tsx'))

const refetchMs = 60_000
const longestRange = 731

/** The state of the shop at a glance: waiting orders, the period's numbers, the load of each staff user. */
export function DashboardPage() {
  const period = usePeriod()
  const { data, error, isFetching, isPlaceholderData, refetch } = useRead(
    getDashboard,
    { querystring: period.range },
    { placeholderData: keepPreviousData, refetchInterval: usePolling(refetchMs) },
  )
  // While another period loads, the old numbers stay, with the days they belong to.
  const range = data ?? period.range
  const days = { from_date: range.from_date, to_date: range.to_date }
  const refresh = () => void refetch()
  return (
    <Page
      title="Dashboard"
      subtitle={data && <AsOf time={data.as_of} failed={error !== null} onRefresh={refresh} />}
      actions={<PeriodChooser period={period} longest={longestRange} />}
    >
      <Box component="output" sx={visuallyHidden}>
        {error ? data && 'The dashboard could not be refreshed.' : !data && 'Loading...'}
      </Box>
      {error && !data ? (
        <Failed error={error} busy={isFetching} onRefresh={refresh} />
      ) : (
        <Box
          aria-busy={!data || isPlaceholderData}
          sx={{
            display: 'grid',
            gap: 3,
            gridTemplateColumns: 'minmax(0, 1fr)',
            opacity: isPlaceholderData ? 0.55 : 1,
            transition: 'opacity 0.15s',
          }}
        >
          <Problems ready={data !== undefined} />
          {days.from_date <= today() && today() <= days.to_date && (
            <TodaySummary day={data?.per_day.find(({ day }) => day === today())} />
          )}
          <OrderTiles type="print" counts={data?.orders.print} range={days} />
          <OrderTiles type="subscription" counts={data?.orders.subscription} range={days} />
          <Box
            sx={{
              display: 'grid',
              gap: 3,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '304px minmax(0, 1fr)' },
            }}
          >
            <Box sx={{ display: 'grid', gap: 3, minWidth: 0, gridTemplateRows: '1fr auto' }}>
              <OrderAgeCard ageing={data?.ageing} />
              <PeopleTiles data={data} range={days} />
            </Box>
            <TrendsCard data={data} range={days} />
          </Box>
          <Production range={days} ready={data !== undefined} />
          <Box sx={lists}>
            <StaffCard staff={data?.staff} />
            <CouponsCard coupons={data?.coupons} />
            <StockCard stock={data?.voucher_stock} />
          </Box>
        </Box>
      )}
    </Page>
  )
}

const quietMs = 1000

/** Whether what may come later is to be loaded: some time after the rest is there. */
function useLater(ready: boolean): boolean {
  const [loads, setLoads] = useState(false)
  useEffect(() => {
    if (!ready) return undefined
    const timer = setTimeout(() => setLoads(true), quietMs)
    return () => clearTimeout(timer)
  }, [ready])
  return loads
}

/** What went wrong outside of the shop, and needs a super admin. */
function Problems({ ready }: { ready: boolean }) {
  const loads = useLater(ready)
  return loads && <WebhooksAlert />
}

/** The panel of production, which is loaded once the rest of the dashboard is there; its space is kept free. */
function Production({ range, ready }: { range: Range; ready: boolean }) {
  const loads = useLater(ready)
  const space = <Box sx={{ minHeight: { xs: 320, sm: 180 } }} />
  if (!loads) return space
  return <ProductionPanel waiting={space} range={range} />
}

const lists = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    md: 'minmax(0, 1fr) minmax(0, 1fr)',
    lg: 'minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1.25fr)',
  },
  '& > :first-of-type': { gridColumn: { md: '1 / -1', lg: 'auto' } },
} as const

/** Today's numbers in one line, if the period includes today. */
const TodaySummary = ({ day }: { day: Day | undefined }) => (
  <Box
    component="p"
    sx={{
      m: 0,
      mt: { xs: -0.5, sm: -1.5 },
      color: 'text.secondary',
      '& b': { color: 'text.primary', fontWeight: 600 },
    }}
  >
    {day ? (
      <>
        Today so far: <b>{plural(day.orders - day.cancelled, 'order')}</b> taken in,{' '}
        <b>{count(day.delivered)}</b> delivered, <b>{plural(day.pages, 'page')}</b>,{' '}
        <b>{rupees(day.revenue)}</b>
      </>
    ) : (
      <Skeleton component="span" sx={{ display: 'block', maxWidth: 380 }} />
    )}
  </Box>
)

type AsOfProps = { time: string; failed: boolean; onRefresh: () => void }

/** The time of these numbers, with a button that refreshes them at once. */
const AsOf = ({ time, failed, onRefresh }: AsOfProps) => (
  <Box
    sx={{
      display: 'flex',
      alignItems: 'center',
      typography: 'body2',
      color: failed ? 'warning.main' : 'text.secondary',
    }}
  >
    {failed ? `Could not be refreshed, as of ${formatTime(time)}` : `As of ${formatTime(time)}`}
    <IconButton size="small" color="inherit" aria-label="Refresh" onClick={onRefresh}>
      <Refresh size={16} />
    </IconButton>
  </Box>
)

const Failed = ({ error, busy, onRefresh }: { error: ApiError; busy: boolean; onRefresh: () => void }) => (
  <Paper
    variant="outlined"
    role="alert"
    sx={{ display: 'grid', justifyItems: 'center', gap: 1, px: 2, py: 7, textAlign: 'center' }}
  >
    <Box component="p" sx={{ m: 0, typography: 'subtitle1' }}>
      The dashboard could not be loaded
    </Box>
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {error.message}
    </Box>
    <SecondaryButton loading={busy} onClick={onRefresh}>
      Retry
    </SecondaryButton>
  </Paper>
)

const maxShown = 10

/** The valid coupons, most used first. */
const CouponsCard = ({ coupons }: { coupons: Dashboard['coupons'] | undefined }) => (
  <ShortList
    title="Running coupons"
    note={coupons && coupons.length >= maxShown ? 'The ten most used, ever' : 'Uses so far'}
    heads={['Code', 'Used']}
    rows={coupons?.map(({ id, code, usage_count }) => ({
      id,
      name: code,
      to: `/coupons?${new URLSearchParams({ query: code })}`,
      value: usage_count,
    }))}
    empty={
      <>
        No coupon is valid today.
        <SecondaryButton component={Link} to="/coupons">
          See coupons
        </SecondaryButton>
      </>
    }
  />
)

/** New customers of the period, and leads that wait for a response. */
function PeopleTiles({ data, range }: { data: Dashboard | undefined; range: Range }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        People
      </Typography>
      <Box component="ul" sx={{ ...tileGrid(2), gridTemplateColumns: '1fr 1fr' }}>
        <Tile
          label="Leads waiting"
          Icon={ContactMail}
          to="/leads?status=new"
          value={data && count(data.leads_waiting)}
        >
          <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.secondary' }}>
            Now
          </Box>
        </Tile>
        <Tile
          label="New customers"
          Icon={PersonAddAlt}
          to={`/users?${new URLSearchParams(range)}`}
          value={data && count(data.new_customers)}
        >
          <ChangeText now={data?.new_customers} before={data?.previous.new_customers} />
        </Tile>
      </Box>
    </Box>
  )
}

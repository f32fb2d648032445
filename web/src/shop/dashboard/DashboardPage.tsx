import { type Dashboard, getDashboard } from '@our-print/contract/shop/dashboard.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import type { ApiError } from '../../base/api/call.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { count, formatTime } from '../../base/format/format.ts'
import {
  ContactMailOutlined as ContactMail,
  PersonAddAltOutlined as PersonAddAlt,
  Refresh,
} from '../../base/icons/frame.tsx'
import { PeriodChooser } from '../../base/list/PeriodChooser.tsx'
import { type Range, usePeriod } from '../../base/list/period.ts'
import { usePolling } from '../../base/live/live.ts'
import { Page } from '../../base/page/Page.tsx'
import { Button, IconButton } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Text, VisuallyHidden } from '../../base/ui/Text.tsx'
import { Tiles } from '../../base/ui/Tiles.tsx'
import { Attention } from './Attention.tsx'
import { ChangeText, TileSection } from './Card.tsx'
import styles from './DashboardPage.module.css'
import { OrderAgeCard } from './OrderAgeCard.tsx'
import { OrderTiles } from './OrderTiles.tsx'
import { OwedCard } from './OwedCard.tsx'
import { ShortList, StaffCard, StockCard } from './ShortList.tsx'
import { Tile } from './Tile.tsx'
import { TodaySummary } from './TodaySummary.tsx'
import { TrendsCard } from './TrendsCard.tsx'

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
  const later = useLater(data !== undefined)
  return (
    <Page
      title="Dashboard"
      subtitle={data && <AsOf time={data.as_of} failed={error !== null} onRefresh={refresh} />}
      actions={<PeriodChooser period={period} longest={longestRange} />}
    >
      <VisuallyHidden as="output">
        {error ? data && 'The dashboard could not be refreshed.' : !data && 'Loading...'}
      </VisuallyHidden>
      {error && !data ? (
        <Failed error={error} busy={isFetching} onRefresh={refresh} />
      ) : (
        <div
          aria-busy={!data || isPlaceholderData}
          className={clsx(styles.dashboard, isPlaceholderData && styles.old)}
        >
          {later && <WebhooksAlert />}
          <Attention data={data} range={days} later={later} />
          <TodaySummary data={data} range={days} />
          <OrderTiles type="print" counts={data?.orders.print} range={days} />
          <OrderTiles type="subscription" counts={data?.orders.subscription} range={days} />
          <div className={styles.figures}>
            <div className={styles.beside}>
              <OrderAgeCard ageing={data?.ageing} />
              <PeopleTiles data={data} range={days} />
            </div>
            <TrendsCard data={data} range={days} />
          </div>
          {later ? <ProductionPanel waiting={productionSpace} range={days} /> : productionSpace}
          <div className={styles.lists}>
            <OwedCard owed={data?.owed} />
            <StaffCard staff={data?.staff} />
            <CouponsCard coupons={data?.coupons} />
            <StockCard stock={data?.voucher_stock} />
          </div>
        </div>
      )}
    </Page>
  )
}

const productionSpace = <div className={styles.production} />

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

type AsOfProps = { time: string; failed: boolean; onRefresh: () => void }

/** The time of these numbers, with a button that refreshes them at once. */
const AsOf = ({ time, failed, onRefresh }: AsOfProps) => (
  <Row>
    <Text size="small" tone={failed ? 'warning' : 'muted'}>
      {failed ? `Could not be refreshed, as of ${formatTime(time)}` : `As of ${formatTime(time)}`}
    </Text>
    <IconButton size="small" aria-label="Refresh" onClick={onRefresh}>
      <Refresh size={16} tone={failed ? 'warning' : 'muted'} />
    </IconButton>
  </Row>
)

const Failed = ({ error, busy, onRefresh }: { error: ApiError; busy: boolean; onRefresh: () => void }) => (
  <Card role="alert" className={styles.failed}>
    <Text as="p" size="subheading">
      The dashboard could not be loaded
    </Text>
    <Text tone="muted">{error.message}</Text>
    <Button loading={busy} onClick={onRefresh}>
      Retry
    </Button>
  </Card>
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
        <Button to="/coupons">See coupons</Button>
      </>
    }
  />
)

/** New customers of the period, and leads that wait for a response. */
const PeopleTiles = ({ data, range }: { data: Dashboard | undefined; range: Range }) => (
  <TileSection title="People">
    <Tiles columns={2}>
      <Tile
        label="Leads waiting"
        Icon={ContactMail}
        to="/leads?status=new"
        value={data && count(data.leads_waiting)}
      >
        <Text size="small" tone="muted">
          Now
        </Text>
      </Tile>
      <Tile
        label="New customers"
        Icon={PersonAddAlt}
        to={`/users?${new URLSearchParams(range)}`}
        value={data && count(data.new_customers)}
      >
        <ChangeText now={data?.new_customers} before={data?.previous.new_customers} />
      </Tile>
    </Tiles>
  </TileSection>
)

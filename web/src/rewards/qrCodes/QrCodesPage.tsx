import { getAllScans, getScans, type Scans } from '@our-print/contract/rewards/qrCodes.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../../base/api/api.ts'
import { idOrUnknown } from '../../base/api/ids.ts'
import { count, formatDay } from '../../base/format/format.ts'
import { locale } from '../../base/format/locale.ts'
import { PeriodChooser } from '../../base/list/PeriodChooser.tsx'
import { formatRange, usePeriod } from '../../base/list/period.ts'
import { Failed } from '../../base/list/ResourceStates.tsx'
import { Page } from '../../base/page/Page.tsx'
import { useSearchParams } from '../../base/router/router.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Chart } from '../../base/ui/Chart.tsx'
import { ChartMark } from '../../base/ui/ChartDrawing.tsx'
import { ChartTable } from '../../base/ui/ChartTable.tsx'
import { dayAxis, dayNames } from '../../base/ui/chartData.ts'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { QrCodeList } from './QrCodeList.tsx'
import styles from './QrCodesPage.module.css'
import { pageTitle, QrTabs } from './QrTabs.tsx'
import { SingleCodeNotice } from './SingleCodeNotice.tsx'
import { devices, notCounted, type ScanDay } from './scanTexts.ts'

/** The tabs of QR codes and their scans. */
export function QrCodesPage() {
  const [search] = useSearchParams()
  return search.get('tab') === 'scans' ? <QrScans /> : <QrCodeList />
}

const longestRange = 400
const chartHeight = 260
const refetchMs = 60_000

/** Scans by day and device, of all codes or of the one in the address. */
function QrScans() {
  const [search] = useSearchParams()
  const named = search.get('id')
  const id = named && idOrUnknown(named)
  const period = usePeriod()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...(id
      ? query(getScans, { params: { id }, querystring: period.range })
      : query(getAllScans, { querystring: period.range })),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  })
  return (
    <Page title={pageTitle} actions={<PeriodChooser period={period} longest={longestRange} />}>
      <QrTabs value="scans" />
      {id && (
        <div className={styles.notice}>
          <SingleCodeNotice id={id} all="/qr_codes?tab=scans" />
        </div>
      )}
      {error && !data ? (
        <Card pad={0}>
          <Failed title="These scans could not be loaded" error={error} onRetry={refetch} />
        </Card>
      ) : data ? (
        <Stack older={isPlaceholderData}>
          <Figures scans={data} />
        </Stack>
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function Figures({ scans }: { scans: Scans }) {
  const apart = notCounted(scans.not_counted)
  return (
    <Stack gap={4}>
      <Card as="section" pad={0} aria-label="Scans">
        <div className={styles.range}>{formatRange(scans)}</div>
        <Totals scans={scans} />
        {scans.total === 0 ? (
          <div className={styles.none}>No scans in this period</div>
        ) : (
          <ScansChart days={scans.per_day} />
        )}
        {apart && <div className={styles.apart}>Not counted: {apart}</div>}
      </Card>
      {scans.total > 0 && (
        <Card pad={0} clip>
          <ScansTable days={scans.per_day} />
        </Card>
      )}
    </Stack>
  )
}

const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })

/** Scans by day, those of the devices upon each other. */
const ScansChart = ({ days }: { days: readonly ScanDay[] }) => (
  <Chart
    kind="bars"
    about={`Scans by day and device, from ${formatDay(days[0]?.day ?? '')} to ${formatDay(days.at(-1)?.day ?? '')}. The table below gives the same figures.`}
    {...dayAxis(days)}
    series={devices
      .filter(({ name }) => days.some((day) => day[name] > 0))
      .map(({ name, label, ink }) => ({
        name,
        label,
        ink,
        values: days.map((day) => day[name]),
        show: count,
      }))}
    short={(value) => short.format(value)}
    height={chartHeight}
    legend={false}
  />
)

/** The total of scans and the share of each device, in the chart's colours. */
const Totals = ({ scans }: { scans: Scans }) => (
  <dl className={styles.totals}>
    <Row gap={2} align="baseline">
      <Text as="dd" size="title">
        {count(scans.total)}
      </Text>
      <dt>{scans.total === 1 ? 'scan' : 'scans'}</dt>
    </Row>
    {devices.map(({ name, label, ink }) => (
      <Row key={name} gap={2} align="baseline">
        <dt className={styles.device}>
          <ChartMark kind="bars" ink={ink} />
          {label}
        </dt>
        <Text as="dd">{count(scans.devices[name])}</Text>
      </Row>
    ))}
  </dl>
)

const Loading = () => (
  <Card as="output" className={styles.loading}>
    Loading...
    <Skeleton shape="rounded" height={chartHeight + 40} faint />
  </Card>
)

/** The chart as a table. */
const ScansTable = ({ days }: { days: readonly ScanDay[] }) => (
  <ChartTable
    label="Scans by day"
    of="Day"
    names={dayNames(days)}
    columns={[
      ...devices.map(({ name, label }) => ({
        name,
        label,
        values: days.map((day) => day[name]),
        show: count,
      })),
      { name: 'total', label: 'Total', values: days.map(({ total }) => total), show: count, strong: true },
    ]}
    scrolls={400}
  />
)

import { listOrders } from '@our-print/contract/orders/orders.ts'
import { listPrinters } from '@our-print/contract/printing/printers.ts'
import { getProductionSummary } from '@our-print/contract/printing/production.ts'
import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../../base/api/api.ts'
import { useCan, useSeesShop } from '../../base/api/useCan.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { count } from '../../base/format/format.ts'
import { ErrorOutlined, PrintOutlined as Print, Schedule, WarningAmber } from '../../base/icons/frame.tsx'
import type { IconType } from '../../base/icons/Icon.tsx'
import type { Range } from '../../base/list/period.ts'
import { usePolling } from '../../base/live/live.ts'
import { Stack } from '../../base/ui/Layout.tsx'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { Tiles } from '../../base/ui/Tiles.tsx'
import { TileSection } from './Card.tsx'
import { Tile } from './Tile.tsx'

const RefusedActsLine = lazyPart(() => import('../../orders/RefusedActsLine.tsx'))

const refetchMs = 60_000

type Props = {
  data: Dashboard | undefined
  range: Range
  /** Whether what the dashboard itself does not know may be loaded, too. */
  later: boolean
}

/** What needs a person now, before all figures. Its tiles are there from the start, so that nothing moves. */
export function Attention({ data, range, later }: Props) {
  const seesPrinters = useCan('floor')
  const seesActs = [useCan('orders'), useCan('assign')].some(Boolean)
  const seesOrders = useSeesShop()
  const often = { enabled: later, refetchInterval: usePolling(refetchMs) }
  // As the panel of production asks for it, too.
  const production = useRead(
    getProductionSummary,
    { querystring: range },
    { ...often, placeholderData: keepPreviousData },
  )
  const printers = useRead(
    listPrinters,
    { querystring: { is_active: 'true', limit: '100' } },
    { ...often, enabled: later && seesPrinters },
  )
  const atRisk = useRead(
    listOrders,
    { querystring: { due: 'at_risk', exclude_order_type: 'subscription', limit: '1' } },
    { ...often, enabled: later && seesOrders },
  )
  const tasks = production.data?.tasks
  const stopped = printers.data?.results.filter(
    ({ status }) => status?.state === 'stopped' || status?.state === 'unreachable',
  )
  return (
    <TileSection title="Needs attention" note="now">
      <Stack gap={3}>
        <Tiles columns={5}>
          <NeedTile
            label="Late print orders"
            Icon={Schedule}
            urgent
            number={data?.due.late.print}
            note={data && lateNote(data.due)}
            to="/total_orders?due=late&ordering=created_at"
          />
          {seesOrders && (
            <NeedTile
              label="Will be late"
              Icon={Schedule}
              failed={atRisk.isError}
              number={atRisk.data?.count}
              note="By measured pace"
              to="/total_orders?due=at_risk&ordering=promised_at"
            />
          )}
          <NeedTile
            label="Low paper, toner"
            Icon={WarningAmber}
            failed={production.isError}
            number={tasks?.low_stock.length}
            note={tasks?.low_stock.map(({ name }) => name).join(', ')}
            to="/stock?is_low=true"
          />
          <NeedTile
            label="Differences"
            Icon={ErrorOutlined}
            urgent
            failed={production.isError}
            number={tasks?.gaps.length}
            note={tasks?.gaps.map(({ printer_name }) => printer_name).join(', ')}
            to={`/production?${new URLSearchParams({ tab: 'printer', period: 'custom', ...range })}`}
          />
          {seesPrinters && (
            <NeedTile
              label="Stopped printers"
              Icon={Print}
              urgent
              failed={printers.isError}
              number={stopped?.length}
              note={stopped?.map(({ name }) => name).join(', ')}
              to="/printers"
            />
          )}
        </Tiles>
        {later && seesActs && <RefusedActsLine />}
      </Stack>
    </TileSection>
  )
}

/** What else is late, or soon will be. */
function lateNote({ late, soon }: Dashboard['due']): string {
  if (late.subscription > 0) return `and ${count(late.subscription)} of subscriptions`
  return soon.print > 0 ? `and ${count(soon.print)} due in an hour` : 'Overdue, or a week old'
}

type NeedProps = {
  label: string
  Icon: IconType
  /** Somebody waits for it already. */
  urgent?: boolean
  failed?: boolean
  number: number | undefined
  /** Which ones. */
  note: string | undefined
  to: string
}

/** A number that should be 0. */
function NeedTile({ label, Icon, urgent = false, failed = false, number, note, to }: NeedProps) {
  const isUnknown = failed && number === undefined
  return (
    <Tile
      label={label}
      Icon={Icon}
      tone={number ? (urgent ? 'danger' : 'warning') : undefined}
      value={isUnknown ? '–' : number === undefined ? undefined : count(number)}
      to={to}
    >
      <Text size="small" tone="muted" flow="line">
        {isUnknown ? (
          'Could not be loaded'
        ) : number === undefined ? (
          <Skeleton width={96} />
        ) : number ? (
          note
        ) : (
          'None'
        )}
      </Text>
    </Tile>
  )
}

import {
  getKeptPromises,
  type KeptGroup,
  type KeptPromises,
  keptGroups,
} from '@our-print/contract/printing/keptPromises.ts'
import { longestRange } from '@our-print/contract/printing/production.ts'
import type { ReactNode } from 'react'
import { useRead } from '../../base/api/api.ts'
import { asText, count, formatDay, plural } from '../../base/format/format.ts'
import { PeriodChooser } from '../../base/list/PeriodChooser.tsx'
import { usePeriod } from '../../base/list/period.ts'
import { Failed, LoadingRows, NoRecords } from '../../base/list/ResourceStates.tsx'
import { type Figure, Figures } from '../../base/page/Figures.tsx'
import { Page } from '../../base/page/Page.tsx'
import { RecordNavigation } from '../../base/page/RecordNavigation.tsx'
import { useSearchParams } from '../../base/router/router.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Table, Td, Th } from '../../base/ui/Table.tsx'
import { Tabs } from '../../base/ui/Tabs.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { duration, error, share } from './keptTexts.ts'

const tabs: Record<KeptGroup, { label: string; head: string }> = {
  week: { label: 'Weeks', head: 'Week from' },
  kind: { label: 'Kinds of work', head: 'Kind' },
  printer: { label: 'Printers', head: 'Printer' },
  courier: { label: 'Delivery staff', head: 'Delivery staff' },
}

const figures: readonly Figure<KeptPromises>[] = [
  {
    label: 'Kept',
    value: ({ kept, orders }) => share(kept, orders),
    note: ({ kept, orders }) => `${count(kept)} of ${plural(orders, 'promise')}`,
  },
  {
    label: 'Missed',
    value: ({ missed }) => count(missed),
    note: ({ late_median }) =>
      late_median === null ? asText('none') : `half of them by ${duration(late_median)} or less`,
  },
  {
    label: 'Not done yet',
    value: ({ overdue }) => count(overdue),
    note: () => 'though their time is over',
  },
  {
    label: 'Proposed times',
    value: ({ error_p90 }) =>
      error_p90 === null ? '–' : error_p90 <= 0 ? 'They hold' : `${duration(error_p90)} off`,
    note: ({ error_p90 }) =>
      error_p90 === null ? 'no order has one yet' : `9 of 10 done ${error(error_p90)} or earlier`,
  },
]

/** How promises of a period were kept, and how far the times were off that the model proposed. */
export function PromisesPage() {
  const [search] = useSearchParams()
  const period = usePeriod()
  const by = keptGroups.find((group) => group === search.get('by')) ?? 'week'
  const reply = useRead(getKeptPromises, { querystring: { ...period.range, by } })
  return (
    <Page
      title="Promises"
      above={<RecordNavigation what="promise" home={{ to: '/production', title: 'Production' }} />}
      actions={<PeriodChooser period={period} longest={longestRange} />}
    >
      <Stack gap={4}>
        {!reply.isError && <Figures data={reply.data?.total} figures={figures} columns={4} />}
        <div>
          <Tabs
            label="Promises by"
            value={by}
            tabs={keptGroups.map((value) => ({
              value,
              label: tabs[value].label,
              to: addressOf(value, search),
            }))}
          />
          <Card pad={0}>
            {reply.data ? (
              <KeptTable by={by} rows={reply.data.rows} />
            ) : reply.error ? (
              <Failed title="The promises could not be loaded" error={reply.error} onRetry={reply.refetch} />
            ) : (
              <LoadingRows columns={heads} cards={false} rows={5} />
            )}
          </Card>
        </div>
        <Text size="small" tone="muted">
          Of two times the upper one holds for half of the orders, the lower one for 9 of 10; nights and
          closed days count as they pass. An order belongs to the day that it was promised for. It is done
          when it is delivered, or ready for pick-up. Proposed times hold as long as 9 of 10 orders are done
          by then.
        </Text>
      </Stack>
    </Page>
  )
}

const heads = ['Kept', 'Missed by', 'Not done', 'Proposed'] as const

/** The period stays in the address. */
function addressOf(by: KeptGroup, search: URLSearchParams): string {
  const next = new URLSearchParams(search)
  if (by === 'week') next.delete('by')
  else next.set('by', by)
  const text = next.toString()
  return text ? `/promises?${text}` : '/promises'
}

function KeptTable({ by, rows }: { by: KeptGroup; rows: readonly KeptPromises[] }) {
  if (rows.length === 0)
    return (
      <NoRecords
        empty={{
          hint: 'Orders of these days appear here that were promised a time when they were taken in.',
        }}
        isFiltered={false}
        onClear={nothing}
        beyond={false}
        onFirst={nothing}
      />
    )
  const [kept, missed, open, off] = heads
  return (
    <Table label={tabs[by].label}>
      <thead>
        <tr>
          <Th>{tabs[by].head}</Th>
          <Th align="right">{kept}</Th>
          <Th align="right">{missed}</Th>
          <Th align="right" wide>
            {open}
          </Th>
          <Th align="right">{off}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <Th scope="row">{by === 'week' ? formatDay(row.label) : row.label}</Th>
            <Td align="right" room="tall">
              <Pair note={`${count(row.kept)} of ${count(row.orders)}`}>{share(row.kept, row.orders)}</Pair>
            </Td>
            <Td align="right" room="tall">
              {row.late_median === null || row.late_p90 === null ? (
                '–'
              ) : (
                <Pair note={`9 of 10: ${duration(row.late_p90)}`}>{duration(row.late_median)}</Pair>
              )}
            </Td>
            <Td align="right" wide tone={row.overdue > 0 ? 'danger' : undefined}>
              {count(row.overdue)}
            </Td>
            <Td align="right" room="tall">
              {row.error_median === null || row.error_p90 === null ? (
                '–'
              ) : (
                <Pair note={`9 of 10: ${error(row.error_p90)}`}>{error(row.error_median)}</Pair>
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const nothing = () => undefined

/** What holds for half of them, and below it what holds for nine of ten. */
const Pair = ({ children, note }: { children: ReactNode; note: string }) => (
  <>
    <Text as="div">{children}</Text>{' '}
    <Text as="div" size="small" tone="muted">
      {note}
    </Text>
  </>
)

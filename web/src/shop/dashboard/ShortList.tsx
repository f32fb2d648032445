import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { type ReactNode, useState } from 'react'
import { count } from '../../base/format/format.ts'
import { WarningAmber as Warning } from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { ProgressBar } from '../../base/ui/ProgressBar.tsx'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import { Table, Td, Th } from '../../base/ui/Table.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { Card, Nothing } from './Card.tsx'
import styles from './ShortList.module.css'

type Row = { id: string; name: string; to: string; value: number; mark?: ReactNode }

type Props = {
  title: string
  note: string
  /** The headings of the two columns. */
  heads: readonly [string, string]
  rows: readonly Row[] | undefined
  /** Shown instead of rows, with a next step. */
  empty: ReactNode
}

/** Names with a number each; a name opens its record or list. */
export const ShortList = ({ title, note, heads: [what, number], rows, empty }: Props) => (
  <Card title={title} {...(rows?.length !== 0 && { note })}>
    {rows?.length === 0 ? (
      <Nothing>{empty}</Nothing>
    ) : (
      <Table label={title} hover>
        <thead>
          <tr>
            <Th>{what}</Th>
            <Th align="right" width={96}>
              {number}
            </Th>
          </tr>
        </thead>
        <tbody>
          {rows?.map(({ id, name, to, value, mark }) => (
            <tr key={id}>
              <Th scope="row">
                <span className={styles.name}>
                  <Link to={to} tone="inherit">
                    {name}
                  </Link>{' '}
                  {mark}
                </span>
              </Th>
              <Td align="right" strong>
                {count(value)}
              </Td>
            </tr>
          )) ?? <WaitingRows cells={2} />}
        </tbody>
      </Table>
    )}
  </Card>
)

const WaitingRows = ({ cells }: { cells: number }) =>
  Array.from({ length: 5 }, (_, at) => (
    <tr key={at}>
      <Td colSpan={cells}>
        <Skeleton />
      </Td>
    </tr>
  ))

const maxShown = 10

const Low = () => (
  <span className={styles.low}>
    <Warning size={14} tone="warning" />
    <Text tone="warning">Low</Text>
  </span>
)

/** The companies with the fewest codes left. */
export const StockCard = ({ stock }: { stock: Dashboard['voucher_stock'] | undefined }) => (
  <ShortList
    title="Voucher stock"
    note={stock && stock.length >= maxShown ? 'The ten lowest, now' : 'Codes left now, lowest first'}
    heads={['Company', 'Codes left']}
    rows={stock?.map(({ id, client, available, low_stock }) => ({
      id,
      name: client,
      to: `/client_companies?${new URLSearchParams({ query: client })}`,
      value: available,
      mark: low_stock && <Low />,
    }))}
    empty={
      <>
        No company has voucher codes yet.
        <Button to="/client_companies">See companies</Button>
      </>
    }
  />
)

const few = 8

/** Each staff user's open orders now, and deliveries of the period. */
export function StaffCard({ staff }: { staff: Dashboard['staff'] | undefined }) {
  const [all, setAll] = useState(false)
  const max = Math.max(1, ...(staff ?? []).map(({ open }) => open))
  if (staff?.length === 0) {
    return (
      <Card title="Staff load">
        <Nothing>
          No delivery staff yet. Add the people who deliver.
          <Button to="/staff_users">Add a staff user</Button>
        </Nothing>
      </Card>
    )
  }
  return (
    <Card title="Staff load" note="Open now, and delivered in this period">
      <Table label="Staff load">
        <thead>
          <tr>
            <Th>Name</Th>
            <Th align="right">Open</Th>
            <Th aria-hidden wide width="34%" />
            <Th align="right" width={96}>
              Delivered
            </Th>
          </tr>
        </thead>
        <tbody>
          {staff ? (
            staff.slice(0, all ? staff.length : few).map(({ id, full_name, open, delivered }) => (
              <tr key={id}>
                <Th scope="row">{full_name}</Th>
                <Td align="right" strong>
                  {count(open)}
                </Td>
                <Td aria-hidden wide>
                  <ProgressBar value={(open / max) * 100} />
                </Td>
                <Td align="right">{count(delivered)}</Td>
              </tr>
            ))
          ) : (
            <WaitingRows cells={4} />
          )}
        </tbody>
      </Table>
      {staff && staff.length > few && (
        <div className={styles.more}>
          <Button look="plain" size="small" onClick={() => setAll(!all)} aria-expanded={all}>
            {all ? 'Show fewer' : `Show all ${count(staff.length)}`}
          </Button>
        </div>
      )}
    </Card>
  )
}

import { type CoinEntry, getCoins } from '@our-print/contract/rewards/coins.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { coins, formatDate, formatDateTime } from '../../base/format/format.ts'
import { Failed, LoadingRows, NoRecords } from '../../base/list/ResourceStates.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Table, Td, Th } from '../../base/ui/Table.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './CoinLedger.module.css'

const atOnce = 20
/** The server sends only the newest entries. */
const maxEntries = 200

/** The coin entries of a customer, newest first: reason, order, person. */
export function CoinLedger({ user }: { user: string }) {
  const reply = useRead(getCoins, { querystring: { user_id: user } })
  const [shown, setShown] = useState(atOnce)
  const entries = reply.data?.entries ?? []
  return (
    <Card pad={0} clip aria-busy={reply.isFetching}>
      {reply.isPending && <LoadingRows columns={columns} cards={false} />}
      {reply.isError && !reply.data && <Failed error={reply.error} onRetry={reply.refetch} />}
      {reply.data && entries.length === 0 && (
        <NoRecords
          empty={{ hint: 'Coins appear here after a delivery or a grant.' }}
          isFiltered={false}
          beyond={false}
          onClear={() => {}}
          onFirst={() => {}}
        />
      )}
      {entries.length > 0 && (
        <Table label="Coin ledger" fixed>
          <thead>
            <tr>
              <Th width={124} wide>
                Date
              </Th>
              <Th>Reason</Th>
              <Th width="20%" wide>
                By
              </Th>
              <Th width={116} align="right">
                Coins
              </Th>
            </tr>
          </thead>
          <tbody>
            {entries.slice(0, shown).map((entry) => (
              <Line key={entry.id} entry={entry} />
            ))}
          </tbody>
        </Table>
      )}
      {entries.length > shown && (
        <div className={styles.more}>
          <Button look="plain" onClick={() => setShown(maxEntries)}>
            Show {entries.length === maxEntries ? `the newest ${maxEntries}` : `all ${entries.length}`}
          </Button>
        </div>
      )}
    </Card>
  )
}

const columns = [1, 2, 3, 4]

const Line = ({ entry }: { entry: CoinEntry }) => (
  <tr>
    <Td wide flow="keep" title={formatDateTime(entry.at)}>
      {formatDate(entry.at)}
    </Td>
    <Td room="tall">
      {entry.reason}
      {entry.order && (
        <>
          {' · '}
          <Link to={`/order/${entry.order}`} underlined>
            Order {entry.order_number}
          </Link>
        </>
      )}
      <div className={styles.onPhone}>
        <Text size="caption" tone="muted">
          {[formatDate(entry.at), entry.by].filter(Boolean).join(' · ')}
        </Text>
      </div>
    </Td>
    <Td wide tone="muted" flow="line" title={entry.by ?? ''}>
      {entry.by ?? '–'}
    </Td>
    <Td align="right" flow="keep" tone={entry.delta > 0 ? 'success' : undefined}>
      {formatSigned(entry.delta)}
    </Td>
  </tr>
)

/** U+2212, the minus that is as wide as the plus. */
const formatSigned = (delta: number) => `${delta < 0 ? '−' : '+'}${coins(Math.abs(delta))}`

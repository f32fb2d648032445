import { listMyOrders } from '@our-print/contract/orders/orders.ts'
import { useRead } from '../../base/api/api.ts'
import { plural } from '../../base/format/format.ts'
import { Card } from '../../base/ui/Card.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'
import styles from './RoundList.module.css'

const shownAtMost = 100

type Props = {
  /** Whose round it is; undefined where the desk has named nobody. */
  courier: string | undefined
  out: readonly { id: string; number: number }[]
}

/** What was handed over here, and what of the courier's round still lies in the shop. */
export function RoundList({ courier, out }: Props) {
  const reply = useRead(
    listMyOrders,
    {
      querystring: {
        status: 'assigned',
        limit: String(shownAtMost),
        ...(courier && { assigned_user: courier }),
      },
    },
    { enabled: courier !== undefined },
  )
  const left = reply.data?.results ?? []
  const more = (reply.data?.count ?? 0) - left.length
  return (
    <Card>
      <Heading level="h2">In this round</Heading>
      <output className={styles.count}>
        {plural(out.length, 'order')} handed over
        {reply.data && `, ${reply.data.count} still here`}
      </output>
      {reply.error && (
        <Text as="div" role="alert" tone="danger">
          What is still here could not be loaded. {reply.error.message}
        </Text>
      )}
      {out.length > 0 && (
        <Numbers label="Handed over" rows={out.map(({ id, number }) => ({ id, text: `✓ ${number}` }))} />
      )}
      {left.length > 0 && (
        <Numbers
          label="Still here"
          rows={left.map(({ id, number, shelf_place }) => ({
            id,
            text: shelf_place ? `${number} · ${shelf_place}` : String(number),
          }))}
        />
      )}
      {more > 0 && <Text tone="muted">and {more} more</Text>}
    </Card>
  )
}

const Numbers = ({ label, rows }: { label: string; rows: readonly { id: string; text: string }[] }) => (
  <>
    <div className={styles.label}>
      <Heading level="h3" tone="muted">
        {label}
      </Heading>
    </div>
    <ul aria-label={label} className={styles.numbers}>
      {rows.map(({ id, text }) => (
        <li key={id} className={styles.number}>
          {text}
        </li>
      ))}
    </ul>
  </>
)

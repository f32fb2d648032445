import { complaintReasonLabels } from '@our-print/contract/orders/complaintReasons.ts'
import { type Complaint, listOrderComplaints } from '@our-print/contract/orders/complaints.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { useState } from 'react'
import { useRead } from '../base/api/api.ts'
import { useCan, useSeesShop } from '../base/api/useCan.ts'
import { lazyPart } from '../base/feedback/lazyPart.tsx'
import { PartFailure } from '../base/feedback/PartFailure.tsx'
import { formatDateTime, rupees } from '../base/format/format.ts'
import { Section } from '../base/page/Page.tsx'
import { Button } from '../base/ui/Button.tsx'
import { Row, Stack } from '../base/ui/Layout.tsx'
import { Link } from '../base/ui/Link.tsx'
import { Text } from '../base/ui/Text.tsx'
import { ImagePreview } from '../printing/filePreview/ImagePreview.tsx'
import styles from './OrderComplaints.module.css'

const ComplaintDialogs = lazyPart(() => import('./ComplaintDialogs.tsx'))

/** What was wrong with a delivered order, and the way to say so. Before it is delivered there is nothing to say. */
export default function OrderComplaints({ order }: { order: Order }) {
  const reply = useRead(listOrderComplaints, { params: { id: order.id }, querystring: { limit: '100' } })
  const [adding, setAdding] = useState(false)
  const complaints = reply.data?.results ?? []
  const isDelivered = order.status === 'delivered'
  const mayAdd = isDelivered && reply.data && complaints.every(({ resolution }) => resolution !== null)
  if (!isDelivered && complaints.length === 0) return null
  return (
    <Section title="Complaints">
      <Stack gap={4}>
        <PartFailure reply={reply} />
        {complaints.length > 0 && (
          <ol className={styles.complaints} aria-label="Complaints">
            {complaints.map((complaint) => (
              <OneComplaint
                key={complaint.id}
                complaint={complaint}
                refresh={async () => (await reply.refetch()).data?.results ?? []}
              />
            ))}
          </ol>
        )}
        {(mayAdd || !reply.data) && (
          <Row>
            <Button size="touch" disabled={!mayAdd} onClick={() => setAdding(true)}>
              Something is wrong
            </Button>
          </Row>
        )}
      </Stack>
      {adding && <ComplaintDialogs about={order} onClose={() => setAdding(false)} />}
    </Section>
  )
}

type Props = { complaint: Complaint; refresh: () => Promise<Complaint[]> }

function OneComplaint({ complaint, refresh }: Props) {
  const mayResolve = useCan('orders')
  const [resolving, setResolving] = useState(false)
  const { id, reason, text, photos, at, by, resolution } = complaint

  /** The links end after a time: reads them again. */
  async function freshUrl(photo: string): Promise<string> {
    const now = (await refresh()).find((each) => each.id === id)?.photos.find((each) => each.id === photo)
    if (!now) throw new Error('This photo is no longer part of the order.')
    return withoutHost(now.url)
  }

  return (
    <li className={styles.complaint}>
      <Text as="div" strong>
        {complaintReasonLabels[reason]}
      </Text>
      <Text as="div" size="small" tone="muted">
        {by} · <time dateTime={at}>{formatDateTime(at)}</time>
      </Text>
      {text && (
        <Text as="div" flow="lines">
          {text}
        </Text>
      )}
      {photos.length > 0 && (
        <div className={styles.photos}>
          {photos.map((photo, index) => (
            <ImagePreview
              key={photo.id}
              name={`Photo ${index + 1} of what is wrong`}
              url={withoutHost(photo.url)}
              freshUrl={() => freshUrl(photo.id)}
              fallback={null}
            />
          ))}
        </div>
      )}
      {resolution ? (
        <Resolved complaint={complaint} />
      ) : (
        <Row gap={3} wrap>
          <Text tone="warning">Open</Text>
          {mayResolve && (
            <Button size="touch" onClick={() => setResolving(true)}>
              Resolve
            </Button>
          )}
        </Row>
      )}
      {resolving && <ComplaintDialogs about={complaint} onClose={() => setResolving(false)} />}
    </li>
  )
}

function Resolved({
  complaint: { resolution, reprint, refund, coins, note, resolved_by, resolved_at },
}: Pick<Props, 'complaint'>) {
  const seesShop = useSeesShop()
  const name = reprint && `order ${reprint.number}`
  return (
    <div>
      <Text as="div" tone="success">
        {resolution === 'reprint' && (
          <>
            Printed again as{' '}
            {seesShop && reprint ? (
              <Link to={`/order/${reprint.id}`} underlined>
                {name}
              </Link>
            ) : (
              name
            )}
          </>
        )}
        {resolution === 'refund' && (refund === null ? 'Refund' : `Refund of ${rupees(refund)}`)}
        {resolution === 'credit' && `Credit of ${coins} coins`}
        {resolution === 'nothing' && 'Resolved'}
      </Text>
      {note && (
        <Text as="div" flow="lines">
          {note}
        </Text>
      )}
      <Text as="div" size="small" tone="muted">
        {resolved_by} · <time dateTime={resolved_at ?? ''}>{formatDateTime(resolved_at ?? '')}</time>
      </Text>
    </div>
  )
}

/** The browser may use another host than the server's configuration. */
const withoutHost = (url: string) => {
  const { pathname, search } = new URL(url, window.location.href)
  return pathname + search
}

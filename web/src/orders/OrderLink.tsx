import {
  createOrderLink,
  getOrderLink,
  type OrderLink as Link,
  revokeOrderLink,
} from '@our-print/contract/customer/orderPage.ts'
import { getOrder } from '@our-print/contract/orders/orders.ts'
import { useRead, useWrite } from '../base/api/api.ts'
import { dangerous, useAct } from '../base/dialog/useAct.tsx'
import { PartFailure } from '../base/feedback/PartFailure.tsx'
import { formatDateTime } from '../base/format/format.ts'
import { CopyCode } from '../base/page/CopyCode.tsx'
import { Section } from '../base/page/Page.tsx'
import { Button } from '../base/ui/Button.tsx'
import { Row, Stack } from '../base/ui/Layout.tsx'
import { Text } from '../base/ui/Text.tsx'

const stateTexts: Record<Link['state'], string> = {
  none: 'With it the customer sees this order, pays and answers, without signing in.',
  open: 'Whoever has it sees this order, its price and what is paid.',
  revoked: 'Revoked. The customer sees nothing until you make a new one.',
  ended: 'It has ended: the order was done long ago.',
  lost: 'It can no longer be shown here. Renew it to send it again.',
}

/** The address under which the customer sees an order: to copy, renew or revoke. */
export default function OrderLink({ order }: { order: string }) {
  const input = { params: { id: order } }
  const reply = useRead(getOrderLink, input)
  const make = useWrite(createOrderLink, [getOrderLink, getOrder])
  const revoke = useWrite(revokeOrderLink, [getOrderLink, getOrder])
  const act = useAct()
  const link = reply.data
  const isThere = link?.state === 'open' || link?.state === 'lost'

  const renew = () =>
    act({
      ...(isThere && {
        question: dangerous('Renew the link?', 'The link that the customer has now ends at once.', 'Renew'),
      }),
      // What is shown may be older than a message that brought one to the customer.
      send: () => make.mutateAsync({ ...input, body: { renew: isThere } }),
      done: isThere ? 'Link renewed' : 'Link made',
    })
  const end = () =>
    act({
      question: dangerous(
        'Revoke the link?',
        'The customer no longer sees the order. You can make a new link later.',
        'Revoke',
      ),
      send: () => revoke.mutateAsync(input),
      done: 'Link revoked',
    })

  return (
    <Section title="Customer’s link">
      <Stack gap={3}>
        <PartFailure reply={reply} what="It" />
        {link && (
          <>
            {link.url && <CopyCode text={link.url} label="Copy the customer’s link" />}
            <Text as="div" size="small" tone="muted">
              {stateTexts[link.state]}
              {link.state === 'open' && link.ends_at && ` Until ${formatDateTime(link.ends_at)}.`}
            </Text>
            {link.pickup_code && (
              <div>
                <Text tone="muted">Pick-up code</Text> <Text strong>{link.pickup_code}</Text>
              </div>
            )}
            {link.state !== 'ended' && (
              <Row gap={2} wrap>
                <Button size="touch" loading={make.isPending} onClick={() => void renew()}>
                  {isThere ? 'Renew' : 'Make a link'}
                </Button>
                {isThere && (
                  <Button
                    size="touch"
                    look="plain"
                    tone="danger"
                    loading={revoke.isPending}
                    onClick={() => void end()}
                  >
                    Revoke
                  </Button>
                )}
              </Row>
            )}
          </>
        )}
      </Stack>
    </Section>
  )
}

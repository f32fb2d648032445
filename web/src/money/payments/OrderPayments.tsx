import { listPayments, type Payment } from '@our-print/contract/money/payments.ts'
import { methodLabel, paymentStatusLabels, payTimeLabels } from '@our-print/contract/money/paymentTerms.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { PartFailure } from '../../base/feedback/PartFailure.tsx'
import { DoneAt } from '../../base/format/DoneAt.tsx'
import { rupees } from '../../base/format/format.ts'
import { RowMenu } from '../../base/list/RowMenu.tsx'
import { type Fact, Facts, Section } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './OrderPayments.module.css'
import { paymentStatusTones } from './paymentTexts.ts'

const TakePaymentDialog = lazyPart(() => import('./TakePaymentDialog.tsx'))
const PayBackDialog = lazyPart(() => import('./PayBackDialog.tsx'))
const ReverseDialog = lazyPart(() => import('./ReverseDialog.tsx'))

type Opened = { dialog: 'take' | 'back' } | { dialog: 'reverse'; payment: Payment }

/** What was paid of an order and what is due; taking a payment, paying back, reversing. */
export default function OrderPayments({ order }: { order: Order }) {
  const { due, paid, payment_status, pay_by, billed_to_data } = order
  const may = useCan('payments')
  const [seesPrices, seesCustomers] = [useCan('prices'), useCan('customers')]
  const mayReverse = may && seesPrices && seesCustomers
  const reply = useRead(listPayments, { querystring: { order: order.id, ordering: 'number', limit: '100' } })
  const [opened, setOpened] = useState<Opened>()
  if (due === null || paid === null || payment_status === null) return null
  const payments = reply.data?.results ?? []
  const close = () => setOpened(undefined)
  const facts: Fact[] = [
    { name: 'Paid', value: rupees(paid) },
    { name: due < 0 ? 'Paid too much' : 'Due', value: rupees(Math.abs(due)), strong: true },
    { name: 'To be paid', value: payTimeLabels[pay_by] },
    ...(billed_to_data ? [{ name: 'Billed to', value: billed_to_data.name }] : []),
  ]
  return (
    <Section title="Payment">
      <Stack gap={4}>
        <Text as="div" strong tone={paymentStatusTones[payment_status]}>
          {paymentStatusLabels[payment_status]}
        </Text>
        <Facts facts={facts} />
        <PartFailure reply={reply} what="The payments" />
        {payments.length > 0 && (
          <ol className={styles.payments} aria-label="Payments">
            {payments.map((payment) => (
              <li key={payment.id} className={styles.payment}>
                <PaymentLine payment={payment} />
                {mayReverse && !payment.reverses && !payment.reversed_by && (
                  <RowMenu
                    name={`payment ${payment.number}`}
                    actions={[
                      {
                        label: 'Reverse',
                        danger: true,
                        onClick: () => setOpened({ dialog: 'reverse', payment }),
                      },
                    ]}
                  />
                )}
              </li>
            ))}
          </ol>
        )}
        {may && (
          <Row gap={2} wrap>
            {order.status !== 'cancelled' && (
              <Button size="touch" onClick={() => setOpened({ dialog: 'take' })}>
                Take payment
              </Button>
            )}
            {paid > 0 && (
              <Button size="touch" onClick={() => setOpened({ dialog: 'back' })}>
                Pay back
              </Button>
            )}
          </Row>
        )}
      </Stack>
      {opened?.dialog === 'take' && <TakePaymentDialog about={order} onClose={close} />}
      {opened?.dialog === 'back' && <PayBackDialog about={order} onClose={close} />}
      {opened?.dialog === 'reverse' && <ReverseDialog payment={opened.payment} onClose={close} />}
    </Section>
  )
}

function PaymentLine({ payment }: { payment: Payment }) {
  const { amount, method, by_name, reference, note, reversed_by } = payment
  return (
    <div>
      <Row gap={2} align="baseline">
        <Text strong {...(reversed_by && { tone: 'muted' as const })}>
          {rupees(amount)}
        </Text>
        <Text>
          {methodLabel(method)}
          {reversed_by && ', reversed'}
        </Text>
      </Row>
      <Text as="div" size="small" tone="muted">
        {by_name} · <DoneAt times={payment} />
        {reference && ` · ${reference}`}
        {note && ` · ${note}`}
      </Text>
    </div>
  )
}

import { createInvoice, listInvoices } from '@our-print/contract/money/invoices.ts'
import { getOrder, type Order } from '@our-print/contract/orders/orders.ts'
import { useRead, useWrite } from '../../base/api/api.ts'
import { PartFailure } from '../../base/feedback/PartFailure.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { rupees } from '../../base/format/format.ts'
import { Section } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { kindLabels } from './invoiceTexts.ts'

/** The invoices of an order, and the way to issue one. */
export default function OrderInvoices({ order }: { order: Order }) {
  const reply = useRead(listInvoices, { querystring: { order: order.id, limit: '100' } })
  const issue = useWrite(createInvoice, [listInvoices, getOrder])
  const invoices = reply.data?.results ?? []
  const isInvoiced = invoices.some(({ kind, total, credited }) => kind === 'invoice' && credited < total)
  const mayIssue = reply.data && !isInvoiced && order.status !== 'cancelled' && (order.payable ?? 0) > 0
  if (reply.data && invoices.length === 0 && !mayIssue) return null
  return (
    <Section title="Invoice">
      <Stack gap={3} align="start">
        <PartFailure reply={reply} what="It" />
        {invoices.map(({ id, kind, number, total }) => (
          <Link key={id} to={`/invoice/${id}`}>{`${kindLabels[kind]} ${number} · ${rupees(total)}`}</Link>
        ))}
        {(mayIssue || !reply.data) && (
          <Row>
            <Button
              size="touch"
              disabled={!mayIssue}
              loading={issue.isPending}
              onClick={() =>
                issue.mutate(
                  { body: { order: order.id } },
                  {
                    onSuccess: ({ number }) => toast.success(`Invoice ${number} issued`),
                    onError: ({ message }) => toast.failure('No invoice was issued', message),
                  },
                )
              }
            >
              Issue invoice
            </Button>
          </Row>
        )}
      </Stack>
    </Section>
  )
}

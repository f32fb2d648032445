import { createVoucherInvoice, listInvoices } from '@our-print/contract/money/invoices.ts'
import { getVoucherStatement, type VoucherStatement } from '@our-print/contract/rewards/voucherStatements.ts'
import { useWrite } from '../../base/api/api.ts'
import { toast } from '../../base/feedback/toast.ts'
import { today } from '../../base/format/format.ts'
import { Button } from '../../base/ui/Button.tsx'

/** The self-billed invoice of a month, or the way to issue it. */
export function VoucherInvoice({ statement }: { statement: VoucherStatement }) {
  const { client, month, due, invoice } = statement
  const issue = useWrite(createVoucherInvoice, [getVoucherStatement, listInvoices])
  if (invoice) return <Button to={`/invoice/${invoice.id}`}>{`Invoice ${invoice.number}`}</Button>
  const reason =
    month >= today().slice(0, 7)
      ? 'This month is not over yet'
      : due < 0
        ? 'More was voided than sold: credit the invoice of the sale'
        : due === 0
          ? 'Nothing is due'
          : ''
  return (
    <Button
      disabled={reason !== ''}
      title={reason}
      loading={issue.isPending}
      onClick={() =>
        issue.mutate(
          { params: { id: client }, body: { month } },
          {
            onSuccess: ({ number }) => toast.success(`Invoice ${number} issued`),
            onError: ({ message }) => toast.failure('No invoice was issued', message),
          },
        )
      }
    >
      Issue invoice
    </Button>
  )
}

import type { Client } from '@our-print/contract/rewards/clients.ts'
import {
  getVoucherStatement,
  type VoucherStatement,
  type VoucherStatementLine,
} from '@our-print/contract/rewards/voucherStatements.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../../base/api/api.ts'
import { address } from '../../base/api/call.ts'
import { downloadFile } from '../../base/api/download.ts'
import { useCan } from '../../base/api/useCan.ts'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { count, formatMonth, rupees, today } from '../../base/format/format.ts'
import { monthsBefore } from '../../base/format/shopTime.ts'
import { Section } from '../../base/page/Page.tsx'
import { useSearchParams } from '../../base/router/router.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { SelectField } from '../../base/ui/Input.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Table, Td, Th } from '../../base/ui/Table.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { VoucherInvoice } from './VoucherInvoice.tsx'

const monthsShown = 36

/** This month and those before it. */
const lastMonths = () => monthsBefore(today(), 0, monthsShown)

/** What came, was sold, voided and expired of a company's codes in a month, and what is due for it. */
export function StockAndDue({ client }: { client: Client }) {
  const [search, setSearch] = useSearchParams()
  const exports = useCan('exports')
  const invoices = useCan('invoices')
  const months = lastMonths()
  const month = months.find((one) => one === search.get('month')) ?? months[0] ?? ''
  const params = { id: client.id }
  const reply = useRead(
    getVoucherStatement,
    { params, querystring: { month } },
    { placeholderData: keepPreviousData },
  )

  async function download(format: 'csv' | 'pdf') {
    const type = format === 'csv' ? 'text/csv' : 'application/pdf'
    const from = address(getVoucherStatement.url, params, { month, format })
    try {
      toast.success(`Saved as ${await downloadFile(from, { type, name: `vouchers-${month}.${format}` })}`)
    } catch (error) {
      toast.failure('The file could not be made', (error as Error).message)
    }
  }

  function choose(chosen: string) {
    const next = new URLSearchParams(search)
    next.set('month', chosen)
    setSearch(next, { replace: true })
  }

  return (
    <Section title="Stock & due">
      <Stack gap={3}>
        <Row gap={2} wrap>
          <SelectField
            label="Month"
            hideLabel
            value={month}
            options={months.map((value) => ({ value, label: formatMonth(value) }))}
            onChange={choose}
          />
          {exports && (
            <>
              <Button onClick={() => void download('csv')}>CSV</Button>
              <Button onClick={() => void download('pdf')}>PDF</Button>
            </>
          )}
          {invoices && reply.data && !reply.isPlaceholderData && <VoucherInvoice statement={reply.data} />}
        </Row>
        {reply.data ? (
          <Stack older={reply.isPlaceholderData}>
            <Statement statement={reply.data} />
          </Stack>
        ) : reply.error ? (
          <LoadFailure title="The statement could not be loaded" reply={reply} />
        ) : (
          <Loading />
        )}
      </Stack>
    </Section>
  )
}

function Statement({ statement }: { statement: VoucherStatement }) {
  const { lines, lines_count, agreed_price } = statement
  if (lines_count === 0)
    return <Text tone="muted">In this month the company had no codes, and none came or went.</Text>
  return (
    <Stack gap={3}>
      <Table label="Codes of the month" scrolls={560} compact>
        <thead>
          <tr>
            <Th>Voucher</Th>
            <Th align="right">Opening</Th>
            <Th align="right">+ Received</Th>
            <Th align="right">− Sold</Th>
            <Th align="right">− Voided</Th>
            <Th align="right">− Expired</Th>
            <Th align="right">= Closing</Th>
            <Th align="right">Due</Th>
          </tr>
        </thead>
        <tbody>
          <Line name="All vouchers" line={statement} strong />
          {lines.map((line) => (
            <Line key={line.voucherInfoId} name={line.voucher_detail ?? 'Deleted vouchers'} line={line} />
          ))}
        </tbody>
      </Table>
      <Text as="p" size="small" tone="muted">
        {lines_count > lines.length &&
          `The first ${lines.length} of ${count(lines_count)} vouchers; the file has all. `}
        Due is the price that was agreed at each sale; a voided sale is taken off again. Now{' '}
        {rupees(agreed_price)} a code.
      </Text>
    </Stack>
  )
}

type LineProps = {
  name: string
  line: Omit<VoucherStatementLine, 'voucher_detail' | 'voucherInfoId'>
  strong?: boolean
}

const figures = ['opening', 'received', 'sold', 'voided', 'expired', 'closing'] as const

const Line = ({ name, line, strong = false }: LineProps) => (
  <tr>
    <Td strong={strong}>{name}</Td>
    {figures.map((figure) => (
      <Td key={figure} align="right" strong={strong}>
        {count(line[figure])}
      </Td>
    ))}
    <Td align="right" strong={strong}>
      {rupees(line.due)}
    </Td>
  </tr>
)

import {
  type Account,
  getAccount,
  getClientStatement,
  getUserStatement,
  type Statement,
} from '@our-print/contract/money/accounts.ts'
import { methodLabel } from '@our-print/contract/money/paymentTerms.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { address } from '../../base/api/call.ts'
import { downloadFile } from '../../base/api/download.ts'
import { useCan } from '../../base/api/useCan.ts'
import { LoadFailure, Loading, Notice } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { formatDate, rupees } from '../../base/format/format.ts'
import { PeriodChooser } from '../../base/list/PeriodChooser.tsx'
import { usePeriod } from '../../base/list/period.ts'
import { Page, Section } from '../../base/page/Page.tsx'
import { RecordNavigation } from '../../base/page/RecordNavigation.tsx'
import { useParams } from '../../base/router/router.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Table, Td, Th } from '../../base/ui/Table.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { usePhone } from '../../base/ui/useWidth.ts'
import { RemindButton } from '../../customer/messages/RemindButton.tsx'
import { AccountFacts } from './AccountFacts.tsx'

const TakePaymentDialog = lazyPart(() => import('./TakePaymentDialog.tsx'))
const PayBackDialog = lazyPart(() => import('./PayBackDialog.tsx'))
const LimitDialog = lazyPart(() => import('./LimitDialog.tsx'))

const longest = 731

/** One account: what is owed and paid ahead, deposits and what is paid back of them, the limit, and the statement between two days. */
export function AccountPage() {
  const { id = '' } = useParams()
  const reply = useRead(getAccount, { params: { id } })
  const { data, error } = reply
  if (error && (error.status === 404 || error.status === 400))
    return (
      <Notice title="Account not found">
        <p>Check the link, or look among all accounts.</p>
        <Button look="primary" to="/accounts">
          All accounts
        </Button>
      </Notice>
    )
  if (data) return <Content key={data.id} account={data} />
  if (error) return <LoadFailure title="This account could not be loaded" reply={reply} />
  return <Loading />
}

function Content({ account }: { account: Account }) {
  const { id, kind, name, balance, owed, overpaid = 0 } = account
  const [opened, setOpened] = useState<'deposit' | 'back' | 'limit'>()
  const close = () => setOpened(undefined)
  return (
    <Page
      title={name}
      above={<RecordNavigation what="account" home={{ to: '/accounts', title: 'Accounts' }} />}
      subtitle={
        <Link
          to={kind === 'user' ? `/user/${id}` : `/client_companies?${new URLSearchParams({ query: name })}`}
        >
          {kind === 'user' ? 'Customer' : 'Company'}
        </Link>
      }
      actions={
        <>
          {kind === 'user' && owed > balance + overpaid && <RemindButton user={id} name={name} />}
          {balance > 0 && <Button onClick={() => setOpened('back')}>Pay back</Button>}
          <Button onClick={() => setOpened('limit')}>Change limit</Button>
          <Button look="primary" onClick={() => setOpened('deposit')}>
            Take deposit
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Section title="Account">
          <AccountFacts account={account} />
        </Section>
        <StatementSection account={account} />
      </Stack>
      {opened === 'deposit' && <TakePaymentDialog about={account} onClose={close} />}
      {opened === 'back' && <PayBackDialog about={account} onClose={close} />}
      {opened === 'limit' && <LimitDialog account={account} onClose={close} />}
    </Page>
  )
}

function StatementSection({ account: { id, kind } }: { account: Account }) {
  const period = usePeriod()
  const endpoint = kind === 'user' ? getUserStatement : getClientStatement
  const input = { params: { id }, querystring: period.range }
  const reply = useRead(endpoint, input)
  const exports = useCan('exports')

  async function download(format: 'csv' | 'pdf') {
    const url = address(endpoint.url, { id }, { ...period.range, format })
    try {
      const type = format === 'pdf' ? 'application/pdf' : 'text/csv'
      toast.success(`Saved as ${await downloadFile(url, { type, name: `statement.${format}` })}`)
    } catch (error) {
      toast.failure('The statement could not be saved', (error as Error).message)
    }
  }

  return (
    <Section title="Statement">
      <Stack gap={4}>
        <Row gap={3} wrap>
          <PeriodChooser period={period} longest={longest} />
          <Button onClick={() => void download('pdf')}>PDF</Button>
          {exports && <Button onClick={() => void download('csv')}>CSV</Button>}
        </Row>
        {reply.data ? (
          <>
            <Lines statement={reply.data} />
            <Text as="p" size="small" tone="muted">
              An order counts from its delivery, a payment from its day.
            </Text>
          </>
        ) : reply.error ? (
          <Stack gap={2} align="start">
            <Text as="div" role="alert" tone="muted">
              The statement could not be loaded. {reply.error.message}
            </Text>
            <Button loading={reply.isFetching} onClick={() => void reply.refetch()}>
              Retry
            </Button>
          </Stack>
        ) : (
          <Loading />
        )}
      </Stack>
    </Section>
  )
}

type Line = Statement['lines'][number]

const Lines = ({ statement: { lines } }: { statement: Statement }) => (
  <Table label="Statement" compact>
    <thead>
      <tr>
        <Th wide width={144}>
          Day
        </Th>
        <Th>What</Th>
        <Th align="right" width={120}>
          Amount
        </Th>
        <Th align="right" width={130}>
          Balance
        </Th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <tr key={`${line.kind} ${line.at} ${line.order_number} ${line.payment_number} ${line.reference}`}>
          <Td wide>{line.at && formatDate(line.at)}</Td>
          <Td>
            <What line={line} />
          </Td>
          <Td align="right" flow="keep">
            {line.amount !== null && rupees(line.amount)}
          </Td>
          <Td align="right" flow="keep" strong={line.amount === null}>
            {rupees(line.balance)}
          </Td>
        </tr>
      ))}
    </tbody>
  </Table>
)

/** What changed the cost of a delivered order. */
const changeNames = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  complaint: 'Complaint',
  reopened: 'Delivery undone',
}

/** What a line is of; on a phone with its day, for which there is no column. */
function What({ line }: { line: Line }) {
  const { kind, at, order, order_number, payment_number, text, method, reference } = line
  const phone = usePhone()
  if (kind === 'opening' || kind === 'closing')
    return <Text strong>{kind === 'opening' ? 'Opening balance' : 'Closing balance'}</Text>
  const isPaid = kind === 'payment' || kind === 'refund'
  const name = isPaid
    ? `${kind === 'refund' ? 'Paid back' : 'Payment'} ${payment_number}`
    : kind === 'order'
      ? `Order ${order_number}`
      : changeNames[kind]
  const more = [
    phone && at && formatDate(at),
    method && methodLabel(method),
    order && kind !== 'order' && `order ${order_number}`,
    reference,
    text,
  ]
  return (
    <>
      {order ? (
        <Link to={`/order/${order}`} underlined>
          {name}
        </Link>
      ) : (
        name
      )}{' '}
      <Text tone="muted">{more.filter(Boolean).join(' · ')}</Text>
    </>
  )
}

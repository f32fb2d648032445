import {
  getOrderRequest,
  listOrderRequests,
  type OrderRequest,
} from '@our-print/contract/customer/orderRequests.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { useFromLists } from '../../base/api/fromLists.ts'
import { LoadFailure, Loading, Notice } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { formatDateTime, phone, plural, rupees } from '../../base/format/format.ts'
import { MailOutlined as Mail, PhoneOutlined as Phone } from '../../base/icons/screens.tsx'
import { ContactLink } from '../../base/page/ContactLink.tsx'
import { HistoryLink } from '../../base/page/HistoryLink.tsx'
import { type Fact, Facts, Page, Section } from '../../base/page/Page.tsx'
import { RecordNavigation } from '../../base/page/RecordNavigation.tsx'
import { useParams } from '../../base/router/router.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Columns, Row, Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { bindingLabels, colorLabels, sidesLabels } from '../../shop/configurations/printTexts.ts'
import { aboutText, kindLabels, statusLabels } from './requestTexts.ts'

const RequestDialogs = lazyPart(() => import('./RequestDialogs.tsx'))

/** One request of a customer, with the answer to it. */
export function OrderRequestPage() {
  const { id = '' } = useParams()
  const inLists = useFromLists([listOrderRequests])
  const reply = useRead(getOrderRequest, { params: { id } }, { placeholderData: () => inLists(id) })
  const { data: request, error } = reply
  if (error && (error.status === 404 || error.status === 400))
    return (
      <Notice title="Request not found">
        <p>Check the link, or search in all requests.</p>
        <Button look="primary" to="/order_requests">
          All requests
        </Button>
      </Notice>
    )
  if (request) return <RequestContent key={request.id} request={request} />
  if (error) return <LoadFailure title="This request could not be loaded" reply={reply} />
  return <Loading />
}

function RequestContent({ request }: { request: OrderRequest }) {
  const [answering, setAnswering] = useState<'accept' | 'decline'>()
  const { number, kind, status, order, message, files, wanted, accepted_order } = request
  const actions = status === 'open' && (
    <Row gap={2} wrap>
      <Button size="touch" onClick={() => setAnswering('decline')}>
        Decline
      </Button>
      <Button look="primary" size="touch" onClick={() => setAnswering('accept')}>
        Accept
      </Button>
    </Row>
  )
  return (
    <Page
      title={`Request ${number} · ${aboutText(request)}`}
      tab={`Request ${number}`}
      above={<RecordNavigation what="request" home={{ to: '/order_requests', title: 'Requests' }} />}
      subtitle={<Text tone="muted">{`${kindLabels[kind]} · ${statusLabels[status]}`}</Text>}
      actions={actions}
    >
      <Columns>
        <Stack gap={4}>
          <Section title="What became of it" aside={<HistoryLink of={request.id} />}>
            <Stack gap={2} align="start">
              <Text as="div">{sentenceOf(request)}</Text>
              {accepted_order && (
                <Link to={`/order/${accepted_order.id}`} underlined>
                  Open order {accepted_order.number}
                </Link>
              )}
              {order && (
                <Link to={`/order/${order.id}`} underlined>
                  Open order {order.number}
                </Link>
              )}
            </Stack>
          </Section>
          {files.length > 0 && (
            <Section title="Files">
              <Stack gap={2} align="start">
                {files.map(({ id, name, page_count, url }) => (
                  <div key={id}>
                    <Link href={url} underlined>
                      {name}
                    </Link>{' '}
                    <Text tone="muted">{plural(page_count, 'page')}</Text>
                  </div>
                ))}
              </Stack>
            </Section>
          )}
          {(message || wanted?.notes) && (
            <Section title="Message">
              <Text as="div" flow="lines">
                {message || wanted?.notes}
              </Text>
            </Section>
          )}
        </Stack>
        <Stack gap={4}>
          <Visitor request={request} />
          {wanted && (
            <Section title="Print">
              <Facts facts={choicesOf(request)} />
            </Section>
          )}
        </Stack>
      </Columns>
      {answering && (
        <RequestDialogs request={request} answering={answering} onClose={() => setAnswering(undefined)} />
      )}
    </Page>
  )
}

function Visitor({ request: { name, mobile, email, customer, wanted } }: { request: OrderRequest }) {
  const address = wanted?.address
  return (
    <Section title="Customer">
      <Stack gap={1} align="start">
        <Text size="subheading">{name}</Text>
        {mobile && <ContactLink Icon={Phone} href={`tel:${mobile}`} text={phone(mobile)} />}
        {email && <ContactLink Icon={Mail} href={`mailto:${email}`} text={email} />}
        {customer ? (
          <Link to={`/user/${customer.id}`}>{`Known as ${customer.name}`}</Link>
        ) : (
          <Text tone="muted">Not a customer yet</Text>
        )}
        {wanted && (
          <Text flow="lines">
            {address
              ? [address.line1, address.line2, `${address.city} ${address.pincode}`]
                  .filter(Boolean)
                  .join('\n')
              : 'Pick-up at the shop'}
          </Text>
        )}
      </Stack>
    </Section>
  )
}

function sentenceOf({ status, created_at, decided_at, decided_by, reason }: OrderRequest): string {
  if (status === 'open') return `Asked ${formatDateTime(created_at)}. Nothing is done before you accept it.`
  const by = `${statusLabels[status]} by ${decided_by}, ${decided_at ? formatDateTime(decided_at) : ''}`
  return reason ? `${by}: ${reason}` : by
}

const choicesOf = ({ wanted, amount }: OrderRequest): Fact[] =>
  wanted
    ? [
        { name: 'Copies', value: String(wanted.copies) },
        { name: 'Colour', value: colorLabels[wanted.color] },
        { name: 'Sides', value: sidesLabels[wanted.sides] },
        { name: 'Paper', value: wanted.paper_size },
        { name: 'Binding', value: bindingLabels[wanted.binding] },
        { name: 'Price shown', value: rupees(amount ?? 0) },
      ]
    : []

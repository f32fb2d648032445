import { getQuote, listQuotes, type Quote, quoteDays } from '@our-print/contract/orders/quotes.ts'
import { useRead } from '../../base/api/api.ts'
import { useFromLists } from '../../base/api/fromLists.ts'
import { LoadFailure, Loading, Notice } from '../../base/feedback/Loading.tsx'
import { addDays, formatDateTime, formatDay, phone, plural, rupees, today } from '../../base/format/format.ts'
import { MailOutlined as Mail, PhoneOutlined as Phone } from '../../base/icons/screens.tsx'
import { type RowAction, RowMenu } from '../../base/list/RowMenu.tsx'
import { ContactLink } from '../../base/page/ContactLink.tsx'
import { HistoryLink } from '../../base/page/HistoryLink.tsx'
import { type Fact, Facts, Page, Section } from '../../base/page/Page.tsx'
import { RecordColumns } from '../../base/page/RecordColumns.tsx'
import { RecordNavigation } from '../../base/page/RecordNavigation.tsx'
import { useNavigate, useParams } from '../../base/router/router.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import {
  bindingLabels,
  colorLabels,
  layoutLabels,
  sidesLabels,
} from '../../shop/configurations/printTexts.ts'
import styles from './QuotePage.module.css'
import { quoteLabels } from './quoteLabels.ts'
import { useQuoteActions } from './useQuoteActions.ts'
import { textOf, useQuotePdf } from './useQuotePdf.ts'

/** One quote, with what can become of it. */
export function QuotePage() {
  const { id = '' } = useParams()
  const inLists = useFromLists([listQuotes])
  const reply = useRead(getQuote, { params: { id } }, { placeholderData: () => inLists(id) })
  const { data: quote, error } = reply
  if (error && (error.status === 404 || error.status === 400))
    return (
      <Notice title="Quote not found">
        <p>Check the link, or search in all quotes.</p>
        <Button look="primary" to="/quotes">
          All quotes
        </Button>
      </Notice>
    )
  if (quote) return <QuoteContent key={quote.id} quote={quote} />
  if (error) return <LoadFailure title="This quote could not be loaded" reply={reply} />
  return <Loading />
}

function QuoteContent({ quote }: { quote: Quote }) {
  const { number, status, order, confirmed_order } = quote
  return (
    <Page
      title={`Quote ${number} · ${order.title}`}
      tab={`Quote ${number}`}
      above={<RecordNavigation what="quote" home={{ to: '/quotes', title: 'Quotes' }} />}
      subtitle={<Text tone="muted">{quoteLabels[status]}</Text>}
      actions={<Actions quote={quote} />}
    >
      <RecordColumns
        aside={
          <>
            <CustomerSection quote={quote} />
            <Section title="Print">
              <Facts facts={choicesOf(quote)} />
            </Section>
            <Section title="Price">
              <Facts facts={pricesOf(quote)} />
            </Section>
          </>
        }
      >
        <Section title="Validity" aside={<HistoryLink of={quote.id} />}>
          <Text as="div">{sentenceOf(quote)}</Text>
          {confirmed_order && (
            <Link to={`/order/${confirmed_order.id}`} underlined>
              Open order {confirmed_order.number}
            </Link>
          )}
        </Section>
        <Section title="Files">
          <ul className={styles.files}>
            {quote.files.map((file) => (
              <li key={file.id}>
                <Text flow="wrap">{file.name}</Text>{' '}
                <Text tone="muted">
                  {plural(file.page_count, 'page')}
                  {file.page_ranges && `, of these ${file.page_ranges}`}
                  {file.removed_at && ', removed'}
                </Text>
              </li>
            ))}
          </ul>
        </Section>
        {order.notes && (
          <Section title="Notes">
            <Text as="div" flow="lines">
              {order.notes}
            </Text>
          </Section>
        )}
      </RecordColumns>
    </Page>
  )
}

function CustomerSection({ quote: { user_data, order } }: { quote: Quote }) {
  const { address } = order
  return (
    <Section title="Customer">
      <Stack gap={1} align="start">
        <Text size="subheading">
          <Link to={`/user/${user_data.id}`}>{fullName(user_data)}</Link>
        </Text>
        {user_data.mobile && (
          <ContactLink Icon={Phone} href={`tel:${user_data.mobile}`} text={phone(user_data.mobile)} />
        )}
        {user_data.email && (
          <ContactLink Icon={Mail} href={`mailto:${user_data.email}`} text={user_data.email} />
        )}
        <Text flow="lines">
          {order.pickup || !address
            ? 'Pick-up at the shop'
            : [address.line1, address.line2, `${address.city} ${address.pincode}`].filter(Boolean).join('\n')}
        </Text>
      </Stack>
    </Section>
  )
}

/** The next step, the PDF, and the rest behind the dots. */
function Actions({ quote }: { quote: Quote }) {
  const { status, id, number, user_data } = quote
  const navigate = useNavigate()
  const actions = useQuoteActions(quote)
  const pdf = useQuotePdf(quote)
  const isOffered = status === 'open' || status === 'expired'
  const more: RowAction[] = [
    ...(isOffered
      ? [
          { label: 'Write an email', onClick: () => window.open(mailOf(quote), '_self') },
          {
            label: 'Write on WhatsApp',
            onClick: () => void window.open(whatsAppOf(quote), '_blank', 'noreferrer'),
          },
          { label: 'Edit', onClick: () => navigate(`/new_order?quote=${id}`) },
        ]
      : []),
    ...(status === 'open'
      ? [
          {
            label: `Valid ${quoteDays} days from today`,
            onClick: () => actions.renew(addDays(today(), quoteDays)),
          },
        ]
      : []),
    { label: 'New order for this customer', onClick: () => navigate(`/new_order?user=${user_data.id}`) },
    ...(isOffered ? [{ label: 'Withdraw', onClick: actions.withdraw, danger: true }] : []),
  ]
  return (
    <Row gap={2} wrap>
      {pdf.share && isOffered && (
        <Button size="touch" onClick={pdf.share}>
          Send
        </Button>
      )}
      <Button size="touch" onClick={() => void pdf.download()}>
        Download PDF
      </Button>
      {status === 'open' && (
        <Button look="primary" size="touch" loading={actions.isConfirming} onClick={actions.confirm}>
          Confirm
        </Button>
      )}
      {status === 'expired' && (
        <Button
          look="primary"
          size="touch"
          loading={actions.isChanging}
          onClick={() => actions.renew(addDays(today(), quoteDays))}
        >
          Renew at today’s prices
        </Button>
      )}
      {status === 'withdrawn' && (
        <Button look="primary" size="touch" loading={actions.isChanging} onClick={actions.putBack}>
          Put back
        </Button>
      )}
      <RowMenu name={`quote ${number}`} actions={more} framed />
    </Row>
  )
}

const mailOf = (quote: Quote) =>
  `mailto:${quote.user_data.email ?? ''}?subject=${encodeURIComponent(`Quote ${quote.number}`)}&body=${encodeURIComponent(textOf(quote))}`

const whatsAppOf = (quote: Quote) =>
  `https://wa.me/${(quote.user_data.mobile ?? '').replace(/\D/g, '')}?text=${encodeURIComponent(textOf(quote))}`

function sentenceOf({
  status,
  valid_until,
  priced_on,
  created_by,
  confirmed_at,
  withdrawn_at,
}: Quote): string {
  const made = `Prices of ${formatDay(priced_on)}, quoted by ${created_by}.`
  if (status === 'confirmed') return `Confirmed on ${formatDateTime(confirmed_at ?? '')}. ${made}`
  if (status === 'withdrawn') return `Withdrawn on ${formatDateTime(withdrawn_at ?? '')}. ${made}`
  return status === 'expired'
    ? `It was valid until ${formatDay(valid_until)}. Renew it, and it is priced by today. ${made}`
    : `Valid until ${formatDay(valid_until)}. ${made}`
}

const choicesOf = ({ order, pdf_page_count }: Quote): Fact[] => [
  { name: 'Pages', value: pdf_page_count },
  { name: 'Copies', value: order.copies },
  { name: 'Colour', value: colorLabels[order.color] },
  { name: 'Sides', value: sidesLabels[order.sides] },
  { name: 'Paper', value: order.paper_size },
  ...(order.layout === '1-up' ? [] : [{ name: 'Layout', value: layoutLabels[order.layout] }]),
  { name: 'Binding', value: bindingLabels[order.binding] },
]

const pricesOf = ({ prices, discount, tax, payable, order }: Quote): Fact[] => [
  ...prices.map(({ text, amount }) => ({ name: text, value: rupees(amount) })),
  ...(discount > 0 ? [{ name: `Coupon ${order.coupon_code}`, value: `−${rupees(discount)}` }] : []),
  ...(tax > 0 ? [{ name: 'Tax', value: rupees(tax) }] : []),
  { name: 'To pay', value: rupees(payable), strong: true },
]

import Box from '@mui/material/Box'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { ticketPath } from '@our-print/contract/orders/scannedText.ts'
import { memo, type ReactNode } from 'react'
import { count, formatDateTime, phone, plural, rupees } from '../../base/format/format.ts'
import { fullName } from '../../people/customers/fullName.ts'
import { countOrder } from '../../printing/sheets/countOrder.ts'
import { QrCode } from '../../rewards/qrCodes/QrCode.tsx'
import { bindingLabels, colorText, layoutLabels, sidesLabels } from '../../shop/configurations/printTexts.ts'

/** How many files fit on the sheet with the longest title, address and notes. */
const filesShown = 7

/** One order on one A5 sheet: for printing, finishing and delivery. */
export const JobTicket = memo(function JobTicket({ order, shop }: { order: Order; shop: string }) {
  const { number, title, user_data, copies, notes, assigned_user_data } = order
  const counts = countOrder(order.order_files, order)
  const pages = counts?.pages ?? order.pdf_page_count
  const sides = order.impressions - order.blank_sides
  return (
    <Box component="article" aria-label={`Job ticket of order ${number}`} sx={sheet}>
      <Box className="line" sx={{ fontSize: '9pt' }}>
        <Box className="clamp" sx={{ fontWeight: 700, fontSize: '11pt', '--lines': 1 }}>
          {shop}
        </Box>
        <span>{formatDateTime(order.created_at)}</span>
      </Box>

      <Box sx={{ display: 'flex', gap: '4mm', mt: '3mm', pt: '3mm', borderTop: '0.6mm solid #000' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box className="label">Order</Box>
          <Box sx={{ fontSize: '38pt', lineHeight: 1, fontWeight: 750, letterSpacing: '-0.02em' }}>
            {number}
          </Box>
          <Box
            className="clamp"
            component="h2"
            sx={{ fontSize: '14pt', lineHeight: 1.2, m: 0, mt: '3mm', '--lines': 2 }}
          >
            {title}
          </Box>
        </Box>
        <Box sx={{ width: '34mm', flex: 'none', mt: '-2mm', mr: '-2mm' }}>
          <QrCode text={printAddress(order)} label={`Code of order ${number}`} />
        </Box>
      </Box>

      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '6mm', mt: '3mm' }}>
        <Fact label="Customer">
          <Box className="clamp" sx={{ fontWeight: 700, '--lines': 2 }}>
            {fullName(user_data)}
          </Box>
          {phone(user_data.mobile)}
        </Fact>
        <Fact label={order.pickup ? 'Collection' : 'Deliver to'}>
          {order.pickup || !order.address ? (
            <Box sx={{ fontWeight: 700, fontSize: '13pt' }}>Pickup</Box>
          ) : (
            <Place address={order.address} />
          )}
        </Fact>
      </Box>

      <Box sx={options}>
        <Fact label="Copies">
          <b>{count(copies)}</b>
        </Fact>
        <Fact label="Colour">
          <b>{colorText(order)}</b>
        </Fact>
        <Fact label="Sides">
          <b>{sidesLabels[order.sides]}</b>
        </Fact>
        <Fact label="Paper">
          <b>{order.paper_size}</b>
        </Fact>
        {order.layout !== '1-up' && (
          <Fact label="Layout">
            <b>{layoutLabels[order.layout]}</b>
          </Fact>
        )}
        <Fact label="Binding">
          <b>{bindingLabels[order.binding]}</b>
        </Fact>
      </Box>

      <Files order={order} />
      <Box className="line" sx={{ fontWeight: 700, pt: '1.2mm' }}>
        <span>
          {plural(pages, 'page')} × {plural(copies, 'copy', 'copies')}
        </span>
        <span>
          {plural(sides * copies, order.layout === '1-up' ? 'page' : 'side')} to print on{' '}
          {plural((counts?.sheets ?? order.impressions) * copies, 'sheet')}
        </span>
      </Box>

      <Box sx={{ flex: 1, minHeight: '2mm' }} />
      {notes && (
        <Fact label="Notes">
          <Box className="clamp" sx={{ '--lines': 4, whiteSpace: 'pre-line' }}>
            {notes}
          </Box>
        </Fact>
      )}

      <Box className="line foot">
        <Fact label="Staff">
          <Box className="clamp" sx={{ '--lines': 1 }}>
            {assigned_user_data?.full_name ?? (
              <Box sx={{ width: '45mm', height: '5mm', borderBottom: '0.2mm solid #777' }} />
            )}
          </Box>
        </Fact>
        {order.shelf_place && (
          <Fact label="Shelf">
            <b>{order.shelf_place}</b>
          </Fact>
        )}
        <Box sx={{ flex: 'none', textAlign: 'right' }}>
          {order.discount > 0 && (
            <Box sx={{ fontSize: '9pt' }}>
              {rupees(order.amount)} − {rupees(order.discount)}
              {order.coupon_code && ` (${order.coupon_code})`}
            </Box>
          )}
          <Box>
            <span className="label">Payable </span>
            <b style={{ fontSize: '16pt', lineHeight: 1.1 }}>{rupees(order.payable)}</b>
          </Box>
        </Box>
      </Box>
    </Box>
  )
})

function Files({ order: { order_files: files } }: { order: Order }) {
  const shown = files.length <= filesShown + 1 ? files : files.slice(0, filesShown)
  const rest = files.slice(shown.length)
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, mt: '3mm', fontSize: '9.5pt' }}>
      {shown.map(({ id, name, page_count, page_ranges }, at) => (
        <Box component="li" className="line row" key={id}>
          <Box className="clamp" sx={{ '--lines': 1, wordBreak: 'break-all' }}>
            {at + 1}. {name}
          </Box>
          <span>{page_ranges ? `pages ${page_ranges}` : plural(page_count, 'page')}</span>
        </Box>
      ))}
      {rest.length > 0 && (
        <Box component="li" className="line row">
          <b>+ {rest.length} more</b>
          <span>
            {plural(
              rest.reduce((sum, { page_count }) => sum + page_count, 0),
              'page',
            )}
          </span>
        </Box>
      )}
    </Box>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Box className="label">{label}</Box>
    {children}
  </Box>
)

/** Long streets are cut, but never the town and its code. */
const Place = ({ address }: { address: NonNullable<Order['address']> }) => (
  <>
    <Box className="clamp" sx={{ '--lines': 3 }}>
      {[address.line1, address.line2].filter(Boolean).join(', ')}
    </Box>
    <Box className="clamp" sx={{ '--lines': 1 }}>
      {[address.city, address.state, address.country === 'India' ? '' : address.country]
        .filter(Boolean)
        .join(', ')}
    </Box>
    <b>{address.pincode}</b>
  </>
)

/** The address in the QR code. File links contain the shop's public address, which may differ from this one. */
function printAddress({ id, order_files, ticket_code }: Order): string {
  const [base = ''] = order_files[0]?.url.split('/api/order-files/') ?? []
  return `${base || window.location.origin}${ticketPath(id, ticket_code)}`
}

const options = {
  display: 'flex',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '1mm 3mm',
  mt: '3mm',
  p: '2mm 3mm',
  border: '0.4mm solid #000',
  borderRadius: '1.5mm',
  whiteSpace: 'nowrap',
} as const

/** Black on white in every theme. Slightly lower than A5, so that rounding never starts a second sheet. */
const sheet = {
  display: 'flex',
  flexDirection: 'column',
  boxSizing: 'border-box',
  width: '148mm',
  height: '209.5mm',
  p: '8mm 9mm',
  overflow: 'hidden',
  breakInside: 'avoid',
  '&:not(:last-of-type)': { breakAfter: 'page' },
  colorScheme: 'light',
  color: '#000',
  bgcolor: '#fff',
  fontSize: '10.5pt',
  lineHeight: 1.3,
  '& > *': { flex: 'none' },
  '& .line': { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: '4mm' },
  '& .line > :last-child': { whiteSpace: 'nowrap', flex: 'none' },
  '& .foot': { alignItems: 'flex-end', mt: '3mm', pt: '2mm', borderTop: '0.3mm solid #000' },
  '& .row': { py: '0.7mm', borderBottom: '0.2mm solid #777' },
  '& .label': { fontSize: '8pt', lineHeight: 1.3, color: '#333', fontWeight: 400 },
  '& .clamp': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 'var(--lines)',
    overflow: 'hidden',
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
} as const

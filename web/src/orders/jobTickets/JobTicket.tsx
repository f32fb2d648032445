import type { Order } from '@our-print/contract/orders/orders.ts'
import { ticketPath } from '@our-print/contract/orders/scannedText.ts'
import { clsx } from 'clsx'
import { memo, type ReactNode } from 'react'
import { count, formatDateTime, phone, plural, rupees } from '../../base/format/format.ts'
import { fullName } from '../../people/customers/fullName.ts'
import { countOrder } from '../../printing/sheets/countOrder.ts'
import { QrCode } from '../../rewards/qrCodes/QrCode.tsx'
import { bindingLabels, colorText, layoutLabels, sidesLabels } from '../../shop/configurations/printTexts.ts'
import { fullPromiseText } from '../promises/promiseText.ts'
import styles from './JobTicket.module.css'

/** How many files fit on the sheet with the longest title, address and notes. */
const filesShown = 7

/** One order on one A5 sheet: for printing, finishing and delivery. */
export const JobTicket = memo(function JobTicket({ order, shop }: { order: Order; shop: string }) {
  const { number, title, user_data, copies, notes, assigned_user_data } = order
  const counts = countOrder(order.order_files, order)
  const pages = counts?.pages ?? order.pdf_page_count
  const sides = order.impressions - order.blank_sides
  return (
    <article aria-label={`Job ticket of order ${number}`} className={styles.sheet}>
      <div className={clsx(styles.line, styles.small)}>
        <div className={clsx(styles.clamp, styles.one, styles.shop)}>{shop}</div>
        <span>{formatDateTime(order.created_at)}</span>
      </div>

      <div className={styles.head}>
        <div className={styles.order}>
          <div className={styles.label}>Order</div>
          <div className={styles.number}>{number}</div>
          <h2 className={clsx(styles.clamp, styles.two, styles.title)}>{title}</h2>
        </div>
        <div className={styles.code}>
          <QrCode text={printAddress(order)} label={`Code of order ${number}`} />
        </div>
      </div>

      <div className={styles.people}>
        <Fact label="Customer">
          <div className={clsx(styles.clamp, styles.two, styles.strong)}>{fullName(user_data)}</div>
          {user_data.mobile && phone(user_data.mobile)}
        </Fact>
        <Fact label={order.pickup ? 'Hand-over' : 'Deliver to'}>
          {order.address ? (
            <Place address={order.address} />
          ) : (
            <div className={styles.pickup}>{order.pickup ? 'Pick-up' : 'To be delivered'}</div>
          )}
        </Fact>
      </div>

      {order.promised_at && (
        <div className={clsx(styles.line, styles.promise)}>
          <span className={styles.label}>{order.window_from ? 'Arrives' : 'Promised for'}</span>
          <b>{fullPromiseText(order)}</b>
        </div>
      )}

      <div className={styles.options}>
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
      </div>

      <Files order={order} />
      <div className={clsx(styles.line, styles.sum)}>
        <span>
          {plural(pages, 'page')} × {plural(copies, 'copy', 'copies')}
        </span>
        <span>
          {order.layout === '1-up' ? plural(sides * copies, 'page') : plural(sides * copies, 'side')} to print
          on {plural((counts?.sheets ?? order.impressions) * copies, 'sheet')}
        </span>
      </div>

      <div className={styles.rest} />
      {notes && (
        <Fact label="Notes">
          <div className={clsx(styles.clamp, styles.notes)}>{notes}</div>
        </Fact>
      )}

      <div className={clsx(styles.line, styles.foot)}>
        <Fact label="Staff">
          <div className={clsx(styles.clamp, styles.one)}>
            {assigned_user_data?.full_name ?? <div className={styles.byHand} />}
          </div>
        </Fact>
        {order.shelf_place && (
          <Fact label="Shelf">
            <b>{order.shelf_place}</b>
          </Fact>
        )}
        <div className={styles.money}>
          {order.amount !== null && (Boolean(order.discount) || Boolean(order.tax)) && (
            <div className={styles.small}>
              {rupees(order.amount)}
              {order.discount ? ` − ${rupees(order.discount)}` : ''}
              {order.coupon_code && ` (${order.coupon_code})`}
              {order.tax ? ` + ${rupees(order.tax)}` : ''}
            </div>
          )}
          {order.payable !== null && (
            <div>
              <span className={styles.label}>Payable </span>
              <b className={styles.payable}>{rupees(order.payable)}</b>
            </div>
          )}
        </div>
      </div>
    </article>
  )
})

function Files({ order: { order_files: files } }: { order: Order }) {
  const shown = files.length <= filesShown + 1 ? files : files.slice(0, filesShown)
  const rest = files.slice(shown.length)
  return (
    <ol className={styles.files}>
      {shown.map(({ id, name, page_count, page_ranges }, at) => (
        <li key={id} className={clsx(styles.line, styles.file)}>
          <div className={clsx(styles.clamp, styles.one, styles.name)}>
            {at + 1}. {name}
          </div>
          <span>{page_ranges ? `pages ${page_ranges}` : plural(page_count, 'page')}</span>
        </li>
      ))}
      {rest.length > 0 && (
        <li className={clsx(styles.line, styles.file)}>
          <b>+ {rest.length} more</b>
          <span>
            {plural(
              rest.reduce((sum, { page_count }) => sum + page_count, 0),
              'page',
            )}
          </span>
        </li>
      )}
    </ol>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <div className={styles.label}>{label}</div>
    {children}
  </div>
)

/** Long streets are cut, but never the town and its code. */
const Place = ({ address }: { address: NonNullable<Order['address']> }) => (
  <>
    <div className={clsx(styles.clamp, styles.three)}>
      {[address.line1, address.line2].filter(Boolean).join(', ')}
    </div>
    <div className={clsx(styles.clamp, styles.one)}>
      {[address.city, address.state, address.country === 'India' ? '' : address.country]
        .filter(Boolean)
        .join(', ')}
    </div>
    <b>{address.pincode}</b>
  </>
)

/** The address in the QR code. File links contain the shop's public address, which may differ from this one. */
function printAddress({ id, order_files, ticket_code }: Order): string {
  const [base = ''] = order_files[0]?.url.split('/api/order-files/') ?? []
  return `${base || window.location.origin}${ticketPath(id, ticket_code)}`
}

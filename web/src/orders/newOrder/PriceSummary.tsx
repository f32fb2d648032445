import { priceLines } from '@our-print/contract/orders/price.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useRead } from '../../base/api/api.ts'
import { count, plural, rupees } from '../../base/format/format.ts'
import { Stack } from '../../base/ui/Layout.tsx'
import { LinkButton } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { bindingLabels, colorLabels, sidesLabels } from '../../shop/configurations/printTexts.ts'
import { type NewOrderFields, pagesOfPlan } from './newOrderForm.ts'
import styles from './PriceSummary.module.css'
import { useTaxRules } from './useAddedTax.ts'

type PriceInput = {
  options: Pick<
    NewOrderFields,
    | 'copies'
    | 'color'
    | 'sides'
    | 'layout'
    | 'paper_size'
    | 'binding'
    | 'pickup'
    | 'user_subscription_plan'
    | 'lines'
  > & {
    /** How many printed sides carry colour; undefined until the files are checked. */
    color_pages: number | undefined
  }
  /** Printed sides of a copy. */
  pages: number
}

type Props = PriceInput & {
  /** Said instead of the number of pages, while there are none. */
  noPages: string
  /** The number of files whose pages are not counted yet. */
  pending: number
  /** The input for the coupon code. */
  coupon: ReactNode
  /** The coupon's discount in paise. */
  discount: number
  /** What is added to the price, in paise; undefined while it is not known. */
  tax: number | undefined
  /** What all of it costs, as it is shown. */
  total: string
  /** Whether the discount is being requested. */
  checking: boolean
}

/** The price of the order, computed as on the server: undefined while something for it is missing. */
export function usePrice({ options, pages }: PriceInput) {
  const configuration = useRead(getConfiguration, {})
  const { copies } = options
  const isKnown = options.color !== 'mixed' || options.color_pages !== undefined
  const ready =
    pages > 0 && isKnown && copies !== null && Number.isInteger(copies) && copies >= 1 && copies <= 1000
  const lines =
    configuration.data && ready
      ? priceLines({ ...options, copies, pages }, configuration.data, options.user_subscription_plan !== '')
      : undefined
  return { configuration, lines }
}

/** The lines of the price, each with its reason. */
export function PriceSummary(props: Props) {
  const { options, pages, noPages, pending, coupon, discount, tax, total, checking } = props
  const { configuration, lines } = usePrice(props)
  const rules = useTaxRules(lines)
  const failed = [configuration, rules].find(({ isError }) => isError)
  const { color, color_pages, sides, paper_size, binding, pickup } = options
  return (
    <Stack gap={2}>
      <Line label="Printing" paise={lines?.printing}>
        {pages > 0
          ? `${options.layout === '1-up' ? plural(pages, 'page') : plural(pages, 'printed side')} × ${plural(options.copies ?? 0, 'copy', 'copies')}`
          : noPages}
        <br />
        {options.user_subscription_plan !== '' && (
          <>
            Paid with {plural(pagesOfPlan(pages, options.copies), 'page')} of the plan
            <br />
          </>
        )}
        {color === 'mixed' && color_pages !== undefined && pages > 0 && (
          <>
            {count(color_pages)} in colour, {count(pages - color_pages)} black and white
            <br />
          </>
        )}
        {[colorLabels[color], sidesLabels[sides].toLowerCase(), paper_size].join(', ')}
      </Line>
      {binding !== 'none' && (
        <Line label="Binding" paise={lines?.binding}>
          {bindingLabels[binding]}
        </Line>
      )}
      <Line label={pickup ? 'Pick-up' : 'Delivery'} paise={lines?.delivery} />
      {options.lines.length > 0 && <Line label="Extras" paise={lines?.extras} />}
      {coupon}
      {lines && discount > 0 && <Line label="Coupon" paise={-discount} />}
      {tax ? <Line label="Tax" paise={tax} /> : null}
      <div aria-live="polite" className={styles.total}>
        <Text strong>Total</Text>
        <span data-testid="total" className={clsx(checking && styles.checking)}>
          <Text size="title">{total}</Text>
        </span>
      </div>
      {color === 'mixed' && color_pages === undefined && pages > 0 && (
        <PriceNote>The price comes when the files are checked for colour.</PriceNote>
      )}
      {pending > 0 && <PriceNote>{plural(pending, 'file')} still to be counted</PriceNote>}
      {failed && (
        <PriceNote>
          Prices could not be loaded; the order is priced when it is taken.{' '}
          <LinkButton onClick={() => void failed.refetch()}>Retry</LinkButton>
        </PriceNote>
      )}
    </Stack>
  )
}

const PriceNote = ({ children }: { children: ReactNode }) => (
  <Text as="output" size="caption" tone="muted">
    {children}
  </Text>
)

const formatSigned = (paise: number) => (paise < 0 ? `−${rupees(-paise / 100)}` : rupees(paise / 100))

type LineProps = { label: string; paise: number | undefined; children?: ReactNode }

const Line = ({ label, paise, children }: LineProps) => (
  <div className={styles.line}>
    <Stack>
      {label}
      {children && (
        <Text size="caption" tone="muted">
          {children}
        </Text>
      )}
    </Stack>
    <Text flow="keep">{paise === undefined ? '—' : formatSigned(paise)}</Text>
  </div>
)

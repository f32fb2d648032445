import type { NewOrder } from '@our-print/contract/orders/orders.ts'
import { validateCoupon } from '@our-print/contract/rewards/coupons.ts'
import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useRead } from '../../base/api/api.ts'
import type { ApiError } from '../../base/api/call.ts'
import { TextInput } from '../../base/form/contractForm.tsx'
import { FormProblem } from '../../base/form/FormProblem.tsx'
import { useDebounced } from '../../base/form/useDebounced.ts'
import { plural, rupees } from '../../base/format/format.ts'
import { CheckCircle } from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'
import { useColorPages } from '../../printing/preflight/useColorPages.ts'
import { countOrder } from '../../printing/sheets/countOrder.ts'
import styles from './CreateOrderPanel.module.css'
import { IntakePayment } from './IntakePayment.tsx'
import type { NewOrderFields } from './newOrderForm.ts'
import { PriceSummary, usePrice } from './PriceSummary.tsx'
import { useAddedTax } from './useAddedTax.ts'
import type { Uploads } from './useUploads.ts'

type Props = {
  form: UseFormReturn<NewOrderFields, unknown, NewOrder>
  uploads: Uploads
  error: ApiError | null
  creating: boolean
  /** A quote is changed, which is the only thing to save. */
  isQuote: boolean
  onQuote: () => void
  /** The order was submitted and is sent when its files are uploaded. */
  waiting: boolean
  onStopWaiting: () => void
}

/**
 * The price and the button that creates the order, always visible: next to the form, or on a phone at the bottom of
 * the screen.
 */
export function CreateOrderPanel(props: Props) {
  const { form, uploads, error, creating, waiting, isQuote, onQuote, onStopWaiting } = props
  const { pending } = uploads
  const chosen = useWatch({ control: form.control, compute: optionsOf })
  const colored = useColorPages(uploads.uploads)
  const counts = countOrder(uploads.uploads, chosen, colored)
  const pages = counts?.paid_sides ?? 0
  const options = { ...chosen, color_pages: colored && counts?.paid_color_sides }
  const { lines } = usePrice({ options, pages })
  const [code, user] = useWatch({ control: form.control, name: ['coupon_code', 'user'] })
  const coupon = useCouponCheck({ code, user, amount: lines && lines.total / 100 })
  const [state, company] = useWatch({ control: form.control, name: ['address.state', 'billed_to'] })
  const tax = useAddedTax({
    prices: lines,
    lines: options.lines,
    discount: coupon.discount,
    state: options.pickup || company ? undefined : state,
  })
  const payable = lines && tax !== undefined ? (lines.total - coupon.discount + tax) / 100 : undefined
  const total = payable === undefined ? '—' : rupees(payable)
  const refused = uploads.items.filter(({ state }) => state === 'refused').length
  return (
    <div className={styles.panel}>
      <section aria-label="Summary" className={styles.summary}>
        <Stack gap={3}>
          <Heading level="h2" like="h3">
            Summary
          </Heading>
          <PriceSummary
            options={options}
            pages={pages}
            noPages={counts ? 'No pages yet' : 'Mend the pages to print'}
            pending={pending}
            coupon={<CouponInput check={coupon} />}
            discount={coupon.discount}
            tax={tax}
            total={total}
            checking={coupon.state === 'checking'}
          />
          <IntakePayment payable={payable} />
        </Stack>
      </section>
      <div className={styles.footer}>
        <Stack gap={4}>
          <FormProblem form={form} error={error} />
          <Row gap={4}>
            <span className={styles.payable}>
              <Text size="heading" flow="keep">
                {total}
              </Text>
            </span>
            <Button
              type="submit"
              look="primary"
              size="large"
              full
              disabled={waiting || creating}
              aria-keyshortcuts="Control+Enter"
            >
              {creating
                ? isQuote
                  ? 'Saving…'
                  : 'Taking the order…'
                : waiting
                  ? `Waiting for ${plural(pending, 'file')}…`
                  : isQuote
                    ? 'Save quote'
                    : 'Take order'}
            </Button>
          </Row>
          {!isQuote && (
            <Button full disabled={waiting || creating} onClick={onQuote}>
              Save as quote
            </Button>
          )}
        </Stack>
        <output className={styles.news}>
          {waiting ? (
            <Button look="plain" size="small" onClick={onStopWaiting}>
              Stop waiting
            </Button>
          ) : pending > 0 ? (
            `${plural(pending, 'file is', 'files are')} still uploading; the order waits for them.`
          ) : refused > 0 ? (
            `${plural(refused, 'refused file is', 'refused files are')} not part of the order.`
          ) : null}
        </output>
        <div className={styles.keys}>
          <Text as="div" size="caption" tone="muted" align="center">
            Ctrl + Enter
          </Text>
        </div>
      </div>
    </div>
  )
}

const optionsOf = ({
  user_subscription_plan,
  copies,
  color,
  sides,
  layout,
  bundle,
  paper_size,
  binding,
  pickup,
  lines,
}: NewOrderFields) => ({
  user_subscription_plan,
  copies,
  color,
  sides,
  layout,
  bundle,
  paper_size,
  binding,
  pickup,
  lines,
})

/** The coupon code, and below it the discount or why there is none. */
const CouponInput = ({ check }: { check: CouponCheck }) => (
  <div aria-live="polite">
    <TextInput
      name="coupon_code"
      label="Coupon code"
      capitals
      optional
      problem={check.state === 'refused' ? check.reason : undefined}
      hint={hintOf(check)}
    />
  </div>
)

function hintOf({ state, reason }: CouponCheck): ReactNode {
  switch (state) {
    case 'no customer':
      return 'Choose the customer first: some coupons are not for everyone.'
    case 'checking':
      return 'Checking the code…'
    case 'failed':
      return `The code could not be checked now. It is checked when the order is taken. ${reason ?? ''}`
    case 'valid':
      return (
        <Row as="span" gap={1}>
          <CheckCircle size={14} tone="success" />
          <Text tone="success">Valid for this customer</Text>
        </Row>
      )
    default:
      return undefined
  }
}

type CouponRequest = {
  code: string
  user: string
  /** Rupees; undefined while the price is not known. */
  amount: number | undefined
}

type CouponCheck = {
  state: 'none' | 'no customer' | 'checking' | 'valid' | 'refused' | 'failed'
  /** The discount in paise; while another amount is checked, the discount of the previous amount. */
  discount: number
  /** Why there is no discount, or why the check failed. */
  reason: string | undefined
}

const pauseMs = 300

/** Requests a coupon's discount for this customer and amount, after the three have not changed for a moment. */
function useCouponCheck({ code: typed, user, amount }: CouponRequest): CouponCheck {
  const wanted = typed.trim()
  const code = useDebounced(wanted, pauseMs)
  const settled = useDebounced(amount, pauseMs)
  // A code that is too long is an error of the form.
  const asks = wanted !== '' && wanted.length <= 50
  const reply = useRead(
    validateCoupon,
    { body: { code, user_id: user, amount: settled ?? 0 } },
    {
      enabled: asks && wanted === code && amount === settled && user !== '',
      placeholderData: keepPreviousData,
    },
  )
  const checkOf = (state: CouponCheck['state'], reason?: string): CouponCheck => ({
    state,
    reason,
    discount: 0,
  })
  if (!asks) return checkOf('none')
  if (user === '') return checkOf('no customer')
  if (wanted !== code) return checkOf('checking')
  const discount = reply.data && amount !== undefined ? Math.min(reply.data.discount, amount) * 100 : 0
  const current = { ...checkOf('checking'), discount: Math.round(discount) }
  if (amount !== settled || reply.isPending || reply.isPlaceholderData) return current
  if (!reply.data) return checkOf('failed', reply.error?.message)
  if (!reply.data.valid) return checkOf('refused', reply.data.reason ?? 'This coupon is not valid')
  return { ...current, state: 'valid' }
}

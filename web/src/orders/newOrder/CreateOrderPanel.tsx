import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
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
import { TextButton } from '../../base/page/Page.tsx'
import { useColorPages } from '../../printing/preflight/useColorPages.ts'
import { countOrder } from '../../printing/sheets/countOrder.ts'
import type { NewOrderFields } from './newOrderForm.ts'
import { PriceSummary, usePrice } from './PriceSummary.tsx'
import type { Uploads } from './useUploads.ts'

type Props = {
  form: UseFormReturn<NewOrderFields, unknown, NewOrder>
  uploads: Uploads
  error: ApiError | null
  creating: boolean
  /** The order was submitted and is sent when its files are uploaded. */
  waiting: boolean
  onStopWaiting: () => void
}

/**
 * The price and the button that creates the order, always visible: next to the form, or on a phone at the bottom of
 * the screen.
 */
export function CreateOrderPanel({ form, uploads, error, creating, waiting, onStopWaiting }: Props) {
  const { pending } = uploads
  const chosen = useWatch({ control: form.control, compute: optionsOf })
  const colored = useColorPages(uploads.uploads)
  const counts = countOrder(uploads.uploads, chosen, colored)
  const pages = counts?.paid_sides ?? 0
  const options = { ...chosen, color_pages: colored && counts?.paid_color_sides }
  const { lines } = usePrice({ options, pages })
  const [code, user] = useWatch({ control: form.control, name: ['coupon_code', 'user'] })
  const coupon = useCouponCheck({ code, user, amount: lines && lines.total / 100 })
  const payable = lines && lines.total - coupon.discount
  const refused = uploads.items.filter(({ state }) => state === 'refused').length
  return (
    <Box sx={{ display: { xs: 'contents', md: 'block' }, position: 'sticky', top: 72 }}>
      <Paper
        component="section"
        variant="outlined"
        aria-label="Summary"
        sx={{ p: 2, borderRadius: { xs: 1, md: '6px 6px 0 0' }, borderBottom: { md: 0 } }}
      >
        <Typography variant="h3" component="h2" sx={{ mb: 1.5 }}>
          Summary
        </Typography>
        <PriceSummary
          options={options}
          pages={pages}
          noPages={counts ? 'No pages yet' : 'Mend the pages to print'}
          pending={pending}
          coupon={<CouponInput check={coupon} />}
          discount={coupon.discount}
          checking={coupon.state === 'checking'}
        />
      </Paper>
      <Paper variant="outlined" sx={footerSx}>
        <FormProblem form={form} error={error} />
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Box sx={{ display: { md: 'none' }, typography: 'h2', whiteSpace: 'nowrap' }}>
            {payable === undefined ? '—' : rupees(payable / 100)}
          </Box>
          <Button
            type="submit"
            variant="contained"
            fullWidth
            disabled={waiting || creating}
            aria-keyshortcuts="Control+Enter"
            sx={{ minHeight: 44 }}
          >
            {creating
              ? 'Taking the order…'
              : waiting
                ? `Waiting for ${plural(pending, 'file')}…`
                : 'Take order'}
          </Button>
        </Box>
        <Box
          component="output"
          sx={{
            display: 'block',
            typography: 'caption',
            color: 'text.secondary',
            mt: 1,
            '&:empty': { mt: 0 },
          }}
        >
          {waiting ? (
            <TextButton onClick={onStopWaiting}>Stop waiting</TextButton>
          ) : pending > 0 ? (
            `${plural(pending, 'file is', 'files are')} still uploading; the order waits for them.`
          ) : refused > 0 ? (
            `${plural(refused, 'refused file is', 'refused files are')} not part of the order.`
          ) : null}
        </Box>
        <Box
          sx={{
            display: { xs: 'none', md: 'block' },
            typography: 'caption',
            color: 'text.secondary',
            mt: 1,
            textAlign: 'center',
          }}
        >
          Ctrl + Enter
        </Box>
      </Paper>
    </Box>
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
})

const footerSx = {
  p: 2,
  borderRadius: { xs: 0, md: '0 0 6px 6px' },
  borderTop: { md: 0 },
  pt: { md: 0 },
  position: { xs: 'sticky', md: 'static' },
  bottom: 0,
  mx: { xs: -2, md: 0 },
  mb: { xs: -2, md: 0 },
  borderWidth: { xs: '1px 0 0', md: '0 1px 1px' },
  zIndex: 1,
} as const

/** The coupon code, and below it the discount or why there is none. */
const CouponInput = ({ check }: { check: CouponCheck }) => (
  <Box aria-live="polite">
    <TextInput
      name="coupon_code"
      label="Coupon code"
      capitals
      optional
      problem={check.state === 'refused' ? check.reason : undefined}
      hint={hintOf(check)}
    />
  </Box>
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
        <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: 'success.main' }}>
          <CheckCircle size={14} />
          Valid for this customer
        </Box>
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

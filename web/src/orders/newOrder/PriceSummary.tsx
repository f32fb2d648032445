import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import type { ReactNode } from 'react'
import { useRead } from '../../base/api/api.ts'
import { count, plural, rupees } from '../../base/format/format.ts'
import { bindingLabels, colorLabels, sidesLabels } from '../../shop/configurations/printTexts.ts'
import { type NewOrderFields, pagesOfPlan, priceLines } from './newOrderForm.ts'

type PriceInput = {
  options: Pick<
    NewOrderFields,
    'copies' | 'color' | 'sides' | 'layout' | 'paper_size' | 'binding' | 'pickup' | 'user_subscription_plan'
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
  const { options, pages, noPages, pending, coupon, discount, checking } = props
  const { configuration, lines } = usePrice(props)
  const { color, color_pages, sides, paper_size, binding, pickup } = options
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Line label="Printing" paise={lines?.printing}>
        {pages > 0
          ? `${plural(pages, options.layout === '1-up' ? 'page' : 'printed side')} × ${plural(options.copies ?? 0, 'copy', 'copies')}`
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
      <Line label={pickup ? 'Pickup' : 'Delivery'} paise={lines?.delivery} />
      <Box sx={{ mt: 0.5 }}>{coupon}</Box>
      {lines && discount > 0 && <Line label="Coupon" paise={-discount} />}
      <Box
        aria-live="polite"
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          alignItems: 'baseline',
          pt: 1.5,
          mt: 0.5,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Box component="span" sx={{ fontWeight: 650 }}>
          Total
        </Box>
        <Box component="span" data-testid="total" sx={{ typography: 'h1', opacity: checking ? 0.55 : 1 }}>
          {lines ? rupees((lines.total - discount) / 100) : '—'}
        </Box>
      </Box>
      {color === 'mixed' && color_pages === undefined && pages > 0 && (
        <PriceNote>The price comes when the files are checked for colour.</PriceNote>
      )}
      {pending > 0 && <PriceNote>{plural(pending, 'file')} still to be counted</PriceNote>}
      {configuration.isError && (
        <PriceNote>
          Prices could not be loaded; the order is priced when it is taken.{' '}
          <Link component="button" type="button" onClick={() => void configuration.refetch()}>
            Retry
          </Link>
        </PriceNote>
      )}
    </Box>
  )
}

const PriceNote = ({ children }: { children: ReactNode }) => (
  <Box component="output" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
    {children}
  </Box>
)

const formatSigned = (paise: number) => (paise < 0 ? `−${rupees(-paise / 100)}` : rupees(paise / 100))

type LineProps = { label: string; paise: number | undefined; children?: ReactNode }

const Line = ({ label, paise, children }: LineProps) => (
  <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
    <Box sx={{ minWidth: 0 }}>
      {label}
      {children && <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{children}</Box>}
    </Box>
    <Box sx={{ whiteSpace: 'nowrap' }}>{paise === undefined ? '—' : formatSigned(paise)}</Box>
  </Box>
)

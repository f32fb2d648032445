import Box from '@mui/material/Box'
import { getCoins } from '@our-print/contract/rewards/coins.ts'
import type { SoldVoucher } from '@our-print/contract/rewards/soldVouchers.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../base/api/api.ts'
import { formatDay } from '../../base/format/dates.ts'
import { coins } from '../../base/format/format.ts'
import { ContentCopyOutlined as ContentCopy } from '../../base/icons/screens.tsx'
import { pathOf } from '../../base/page/pathOf.ts'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { Facts } from '../../base/page/Section.tsx'
import { fullName } from '../../people/customers/fullName.ts'

/** The code of a sold voucher, to read out or copy. */
export function SoldVoucherCode({ sold }: { sold: SoldVoucher }) {
  const [copied, setCopied] = useState('')
  const { data, isFetching } = useQuery(query(getCoins, { querystring: { user_id: sold.user } }))

  async function copy() {
    try {
      await navigator.clipboard.writeText(sold.voucher_code)
      setCopied('Copied')
    } catch {
      // Browsers give pages served over plain http no clipboard.
      setCopied('Select it and copy it')
    }
  }

  return (
    <>
      <Box
        component="output"
        aria-label="Voucher code"
        sx={{
          display: 'grid',
          justifyItems: 'center',
          gap: 1.5,
          px: 2,
          py: 3,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1.5,
          bgcolor: 'background.default',
          textAlign: 'center',
        }}
      >
        {sold.image && (
          <Box
            component="img"
            src={pathOf(sold.image)}
            alt=""
            sx={{ maxWidth: 160, maxHeight: 96, objectFit: 'contain' }}
          />
        )}
        <Box
          component="code"
          sx={{
            fontSize: sold.voucher_code.length > 18 ? '1.125rem' : '1.625rem',
            lineHeight: 1.3,
            fontWeight: 650,
            letterSpacing: '0.04em',
            overflowWrap: 'anywhere',
            userSelect: 'all',
          }}
        >
          {sold.voucher_code}
        </Box>
        <SecondaryButton size="small" startIcon={<ContentCopy />} onClick={() => void copy()}>
          Copy code
        </SecondaryButton>
        {copied && <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{copied}</Box>}
      </Box>
      <Facts
        facts={[
          { name: 'Customer', value: fullName(sold.user_data) },
          { name: 'Company', value: sold.client_name },
          { name: 'Voucher', value: sold.voucher_detail },
          { name: 'Valid until', value: formatDay(sold.expiry_date) },
          { name: 'Cost', value: `${coins(sold.cost)} coins` },
          { name: 'Balance', value: data && !isFetching ? `${coins(data.balance)} coins` : '…' },
        ]}
      />
    </>
  )
}

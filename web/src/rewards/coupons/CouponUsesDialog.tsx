import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type Coupon, listCouponUses } from '@our-print/contract/rewards/coupons.ts'
import { useId } from 'react'
import { query } from '../../base/api/api.ts'
import { plural, rupees } from '../../base/format/format.ts'
import { ExportButton, SearchBox } from '../../base/list/ListTools.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import { useDialogList } from '../../base/list/useDialogList.ts'
import { SecondaryButton } from '../../base/page/Page.tsx'
import { usesOfCoupon } from './couponUseColumns.tsx'

/** The uses of a coupon: customer, order, discount. */
export default function CouponUsesDialog({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const { id: coupon_id, code, usage_count, given_away } = coupon
  const phone = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true })
  const list = useDialogList()
  const id = useId()
  const rows = query(listCouponUses, { querystring: { ...list.paging, coupon_id } })
  return (
    <Dialog open fullWidth fullScreen={phone} maxWidth="md" onClose={onClose} aria-labelledby={id}>
      <DialogTitle component="div" id={`${id}-head`} sx={{ overflowWrap: 'anywhere' }}>
        <Box component="h2" id={id} sx={{ m: 0, font: 'inherit' }}>
          Uses of {code}
        </Box>
        <Box sx={{ typography: 'body1', color: 'text.secondary' }}>
          Used {plural(usage_count, 'time')}, {rupees(given_away)} given away. Cancelled orders are not
          counted.
        </Box>
      </DialogTitle>
      <DialogContent>
        <ResourceTable
          label={`Uses of ${code}`}
          list={list}
          rows={rows}
          columns={usesOfCoupon}
          toolbar={
            <Box sx={{ display: 'flex', gap: 1, pt: 0.5 }}>
              <Box sx={{ flex: 1, maxWidth: 320 }}>
                <SearchBox list={list} placeholder="Name, mobile, order" />
              </Box>
              <Box sx={{ ml: 'auto' }}>
                <ExportButton rows={rows} />
              </Box>
            </Box>
          }
          empty={{ hint: 'No order has used this coupon yet.' }}
        />
      </DialogContent>
      <DialogActions>
        <SecondaryButton onClick={onClose}>Close</SecondaryButton>
      </DialogActions>
    </Dialog>
  )
}

import Box from '@mui/material/Box'
import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { Link } from 'react-router'
import { WarningAmber as Warning } from '../../base/icons/frame.tsx'
import { SecondaryButton } from '../../base/page/Page.tsx'
import { ShortList } from './ShortList.tsx'

const maxShown = 10

const Low = () => (
  <Box
    component="span"
    sx={{ display: 'flex', alignItems: 'center', gap: 0.5, typography: 'body2', color: 'warning.main' }}
  >
    <Warning sx={{ fontSize: 14 }} />
    Low
  </Box>
)

/** The companies with the fewest codes left. */
export const StockCard = ({ stock }: { stock: Dashboard['voucher_stock'] | undefined }) => (
  <ShortList
    title="Voucher stock"
    note={stock && stock.length >= maxShown ? 'The ten lowest, now' : 'Codes left now, lowest first'}
    heads={['Company', 'Codes left']}
    rows={stock?.map(({ id, client, available, low_stock }) => ({
      id,
      name: client,
      to: `/client_companies?${new URLSearchParams({ query: client })}`,
      value: available,
      mark: low_stock && <Low />,
    }))}
    empty={
      <>
        No company has voucher codes yet.
        <SecondaryButton component={Link} to="/client_companies">
          See companies
        </SecondaryButton>
      </>
    }
  />
)

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Link from '@mui/material/Link'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router'
import { plural } from '../../base/format/format.ts'
import type { Refused } from './useMoveOrders.ts'

/** The orders that were not changed, with the reasons. */
export function RefusedDialog({ done, orders, onClose }: Refused & { onClose: () => void }) {
  const id = useId()
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{plural(orders.length, 'order was', 'orders were')} not changed</DialogTitle>
      <DialogContent>
        <Box sx={{ color: 'text.secondary', mb: 1.5 }}>
          {done > 0 ? `${plural(done, 'order is', 'orders are')} done. ` : ''}
          {orders.length === 1 ? 'This one stays selected.' : 'These stay selected.'}
        </Box>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {orders.map(({ id, number, message }) => (
            <Box
              key={id}
              component="li"
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: '1fr', sm: '96px 1fr' },
                columnGap: 2,
                py: 1,
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              <Link component={RouterLink} to={`/order/${id}`} color="inherit" sx={{ fontWeight: 600 }}>
                Order {number}
              </Link>
              <span>{message}</span>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          OK
        </Button>
      </DialogActions>
    </Dialog>
  )
}

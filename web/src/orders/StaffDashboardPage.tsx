import Phone from '@mui/icons-material/PhoneOutlined'
import Place from '@mui/icons-material/PlaceOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { getStaffDashboard, type Order } from '@our-print/contract/orders.ts'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router'
import { query } from '../shared/api.ts'
import { waiting } from '../shared/dates.ts'
import { count, rupees } from '../shared/format.ts'
import { Loading } from '../shared/Loading.tsx'
import { Notice } from '../shared/Notice.tsx'
import { Page } from '../shared/Page.tsx'
import { StatusChip } from '../shared/StatusChip.tsx'
import { OrderMoves } from './OrderMoves.tsx'
import { addressLine } from './orderChanges.ts'
import { customerName, mapLink, phoneLink } from './reach.ts'

const lookAgainMs = 30_000

const tiles = [
  { name: 'assigned', label: 'Assigned', to: '/assigned_orders' },
  { name: 'out_for_delivery', label: 'Out for delivery', to: '/out_for_delivery_orders' },
  { name: 'delivered_today', label: 'Delivered today', to: '/completed_orders' },
  { name: 'delivered_week', label: 'Delivered in 7 days', to: '/completed_orders' },
] as const

/** A courier's own day: how much there is, and what has waited longest. */
export function StaffDashboardPage() {
  const { data, error, isFetching, refetch } = useQuery({
    ...query(getStaffDashboard, {}),
    refetchInterval: lookAgainMs,
  })
  if (!data && error) {
    return (
      <Notice title="Your dashboard could not be loaded">
        <p role="alert">{error.message}</p>
        <Button variant="contained" loading={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </Notice>
    )
  }
  if (!data) return <Loading />
  return (
    <Page title="Dashboard">
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' },
          mb: 3,
        }}
      >
        {tiles.map(({ name, label, to }) => (
          <ButtonBase
            key={name}
            component={RouterLink}
            to={to}
            sx={{
              display: 'block',
              p: 2,
              textAlign: 'left',
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              bgcolor: 'background.paper',
              '&:hover': { borderColor: 'text.disabled' },
            }}
          >
            <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{label}</Box>
            <Box sx={{ fontSize: '1.75rem', lineHeight: 1.3, fontWeight: 650 }}>{count(data[name])}</Box>
          </ButtonBase>
        ))}
      </Box>
      <Typography variant="h2" sx={{ mb: 1 }}>
        Waiting longest
      </Typography>
      {data.oldest_waiting.length === 0 ? (
        <Paper variant="outlined" sx={{ p: 4, textAlign: 'center', color: 'text.secondary' }}>
          <Box sx={{ typography: 'subtitle1', color: 'text.primary' }}>No Records found</Box>
          Nothing is waiting for you. New orders appear here as soon as they are assigned to you.
        </Paper>
      ) : (
        <Box
          component="ul"
          aria-label="Waiting longest"
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          {data.oldest_waiting.map((order) => (
            <WaitingOrder key={order.id} order={order} />
          ))}
        </Box>
      )}
    </Page>
  )
}

function WaitingOrder({ order }: { order: Order }) {
  const { id, number, title, status, user_data, address, payable, created_at } = order
  const who = customerName(order)
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ p: 1.5, display: 'flex', flexDirection: 'column', overflowWrap: 'anywhere' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Link component={RouterLink} to={`/order/${id}`} color="inherit" sx={{ fontWeight: 600 }}>
            {number} {title}
          </Link>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
            Waiting {waiting(created_at)} · {rupees(payable)}
          </Box>
        </Box>
        <StatusChip status={status} />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, my: 1, flex: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <div>{who}</div>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
            {address ? addressLine(order) : 'Picked up at the shop'}
          </Box>
        </Box>
        <IconButton href={phoneLink(user_data.mobile)} aria-label={`Call ${who}`} sx={round}>
          <Phone fontSize="small" />
        </IconButton>
        {address && (
          <IconButton
            href={mapLink(address)}
            target="_blank"
            rel="noreferrer"
            aria-label={`Map to ${who}`}
            sx={round}
          >
            <Place fontSize="small" />
          </IconButton>
        )}
      </Box>
      <OrderMoves order={order} />
    </Paper>
  )
}

const round = { width: 44, height: 44, border: 1, borderColor: 'divider', flex: 'none' } as const

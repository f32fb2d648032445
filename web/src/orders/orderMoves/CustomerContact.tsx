import Box from '@mui/material/Box'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { CallOutlined as Call, PlaceOutlined as Place } from '../../base/icons/home.tsx'
import { SecondaryButton } from '../../base/page/Page.tsx'
import { DoorNotes } from './DoorNotes.tsx'
import { addressLine } from './orderTexts.ts'

export const telOf = ({ user_data }: Order) => `tel:${user_data.mobile}`

/** A link to the address on a map; phones open their map app. */
export const mapOf = (order: Order) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(
    `${addressLine(order)}, ${order.address?.country ?? ''}`,
  )}`

/** Said in place of an address. */
export const pickupText = ({ status }: Order) =>
  status === 'delivered' ? 'Picked up at the shop' : 'Customer will pick up'

/** The customer, what to know at the door, and the address of an order. */
export const CustomerContact = ({ order }: { order: Order }) => (
  <Box component="span" sx={{ display: 'block', mt: 0.5 }}>
    <Box component="span" sx={{ display: 'block', color: 'text.primary', fontSize: '1rem' }}>
      {order.user_data.first_name} {order.user_data.last_name}
    </Box>
    <DoorNotes order={order} short />
    {order.address ? addressLine(order) : pickupText(order)}
  </Box>
)

const big = { flex: 1, minHeight: { xs: 48 } } as const

/** Links that call the customer and open the map. */
export const ContactButtons = ({ order }: { order: Order }) => (
  <Box sx={{ display: 'flex', gap: 1 }}>
    <SecondaryButton
      href={telOf(order)}
      startIcon={<Call />}
      aria-label={`Call ${order.user_data.first_name}`}
      sx={big}
    >
      Call
    </SecondaryButton>
    {order.address && (
      <SecondaryButton
        href={mapOf(order)}
        target="_blank"
        rel="noopener"
        startIcon={<Place />}
        aria-label={`Map to ${order.user_data.first_name}`}
        sx={big}
      >
        Map
      </SecondaryButton>
    )}
  </Box>
)

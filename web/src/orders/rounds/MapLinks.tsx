import Box from '@mui/material/Box'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { PlaceOutlined as Place } from '../../base/icons/home.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { mapRoutes } from './mapRoute.ts'

/** Opens the whole round in maps; says so where the map takes only a part of it at once. */
export function MapLinks({ stops }: { stops: readonly Order[] }) {
  const routes = mapRoutes(stops)
  if (routes.length === 0) return null
  const isCut = routes.length > 1
  return (
    <Box sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {routes.map(({ href, first, last }) => (
          <SecondaryButton
            key={first}
            href={href}
            target="_blank"
            rel="noopener"
            startIcon={<Place />}
            sx={{ flex: '1 1 auto', minHeight: { xs: 48, sm: 36 } }}
          >
            {isCut ? `Stops ${first} to ${last} in maps` : 'Open the whole round in maps'}
          </SecondaryButton>
        ))}
      </Box>
      {isCut && (
        <Box sx={{ mt: 0.5, typography: 'body2', color: 'text.secondary' }}>
          Google Maps takes 10 stops at once, so the round is in {routes.length} parts.
        </Box>
      )}
    </Box>
  )
}

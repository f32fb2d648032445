import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { useId } from 'react'
import { count } from '../../base/format/format.ts'
import {
  ContactMailOutlined as ContactMail,
  PersonAddAltOutlined as PersonAddAlt,
} from '../../base/icons/frame.tsx'
import type { Range } from '../../base/list/period.ts'
import { ChangeText } from './ChangeText.tsx'
import { Tile, tileGrid } from './Tile.tsx'

/** New customers of the period, and leads that wait for a response. */
export function PeopleTiles({ data, range }: { data: Dashboard | undefined; range: Range }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        People
      </Typography>
      <Box component="ul" sx={{ ...tileGrid(2), gridTemplateColumns: '1fr 1fr' }}>
        <Tile
          label="Leads waiting"
          Icon={ContactMail}
          to="/leads?status=new"
          value={data && count(data.leads_waiting)}
        >
          <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.secondary' }}>
            Now
          </Box>
        </Tile>
        <Tile
          label="New customers"
          Icon={PersonAddAlt}
          to={`/users?${new URLSearchParams(range)}`}
          value={data && count(data.new_customers)}
        >
          <ChangeText now={data?.new_customers} before={data?.previous.new_customers} />
        </Tile>
      </Box>
    </Box>
  )
}

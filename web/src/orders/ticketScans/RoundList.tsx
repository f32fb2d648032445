import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { listMyOrders } from '@our-print/contract/orders/orders.ts'
import { useRead } from '../../base/api/api.ts'
import { plural } from '../../base/format/format.ts'

const shownAtMost = 100

type Props = {
  /** Whose round it is; undefined where a super admin has named nobody. */
  courier: string | undefined
  out: readonly { id: string; number: number }[]
}

/** What was handed over here, and what of the courier's round still lies in the shop. */
export function RoundList({ courier, out }: Props) {
  const reply = useRead(
    listMyOrders,
    {
      querystring: {
        status: 'assigned',
        limit: String(shownAtMost),
        ...(courier && { assigned_user: courier }),
      },
    },
    { enabled: courier !== undefined },
  )
  const left = reply.data?.results ?? []
  const more = (reply.data?.count ?? 0) - left.length
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        In this round
      </Typography>
      <Box component="output" sx={{ display: 'block', fontSize: '1.125rem', lineHeight: 1.4 }}>
        {plural(out.length, 'order')} handed over
        {reply.data && `, ${reply.data.count} still here`}
      </Box>
      {reply.error && (
        <Box role="alert" sx={{ color: 'error.main' }}>
          What is still here could not be loaded. {reply.error.message}
        </Box>
      )}
      {out.length > 0 && (
        <Numbers label="Handed over" rows={out.map(({ id, number }) => ({ id, text: `✓ ${number}` }))} />
      )}
      {left.length > 0 && (
        <Numbers
          label="Still here"
          rows={left.map(({ id, number, shelf_place }) => ({
            id,
            text: shelf_place ? `${number} · ${shelf_place}` : String(number),
          }))}
        />
      )}
      {more > 0 && <Box sx={{ mt: 1, color: 'text.secondary' }}>and {more} more</Box>}
    </Paper>
  )
}

const Numbers = ({ label, rows }: { label: string; rows: readonly { id: string; text: string }[] }) => (
  <>
    <Typography variant="h3" sx={{ mt: 1.5, mb: 0.5, color: 'text.secondary' }}>
      {label}
    </Typography>
    <Box
      component="ul"
      aria-label={label}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 0.75 }}
    >
      {rows.map(({ id, text }) => (
        <Box
          component="li"
          key={id}
          sx={{ px: 1, py: 0.5, border: 1, borderColor: 'divider', borderRadius: 1, fontWeight: 600 }}
        >
          {text}
        </Box>
      ))}
    </Box>
  </>
)

import Box from '@mui/material/Box'
import type { Lead } from '@our-print/contract/people/leads.ts'
import { visuallyHidden } from '../../base/form/Field.tsx'
import { formatDay, today } from '../../base/format/dates.ts'
import { EventBusyOutlined as EventBusy } from '../../base/icons/screens.tsx'
import { isOverdue } from './leadTexts.ts'

/** The follow-up day of a lead; highlighted when it has passed. */
export function FollowUp({ lead }: { lead: Pick<Lead, 'follow_up_on' | 'status'> }) {
  const { follow_up_on } = lead
  if (!follow_up_on) {
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        –
      </Box>
    )
  }
  const late = isOverdue(lead)
  return (
    <Box
      component="span"
      title={late ? 'Overdue' : undefined}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        ...(late && { color: 'warning.main', fontWeight: 600 }),
      }}
    >
      {late && <EventBusy sx={{ fontSize: 15, display: { xs: 'none', md: 'block' } }} />}
      {follow_up_on === today() ? 'Today' : formatDay(follow_up_on)}
      {late && (
        <Box component="span" sx={visuallyHidden}>
          , overdue
        </Box>
      )}
    </Box>
  )
}

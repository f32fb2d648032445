import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { getLead } from '@our-print/contract/people/leads.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { query } from '../../base/api/api.ts'
import { Loading } from '../../base/feedback/Loading.tsx'
import { Close } from '../../base/icons/frame.tsx'
import { HistoryLink } from '../../base/page/HistoryLink.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { LeadForm } from './LeadForm.tsx'
import { LeadMessage } from './LeadMessage.tsx'

type Props = { id: string; onClose: () => void }

/** One lead next to the list: its message and its form. */
export default function LeadPanel({ id, onClose }: Props) {
  const { data: lead, error, isFetching, refetch } = useQuery(query(getLead, { params: { id } }))
  const titleId = useId()
  const gone = error?.status === 404 || error?.status === 400
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      // Above the app bar, which is above the drawer.
      sx={{ zIndex: 'modal' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { width: { xs: 1, sm: 520 }, display: 'flex', flexDirection: 'column' },
        },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'flex-start',
          gap: 1,
          px: { xs: 2, sm: 3 },
          pt: 2.5,
          pb: 1,
          overflowWrap: 'anywhere',
        }}
      >
        <Typography id={titleId} variant="h1" component="h2" sx={{ flex: 1, minWidth: 0 }}>
          {lead?.name ?? 'Lead'}
        </Typography>
        {lead && <HistoryLink of={lead.id} newTab />}
        <IconButton size="small" aria-label="Close" onClick={onClose} sx={{ mt: -0.25, mr: -1 }}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      {lead ? (
        <LeadForm lead={lead} onClose={onClose}>
          <LeadMessage lead={lead} />
        </LeadForm>
      ) : error ? (
        <Failure>
          <p role="alert">{gone ? 'Lead not found. Check the link.' : error.message}</p>
          {!gone && (
            <SecondaryButton loading={isFetching} onClick={() => void refetch()}>
              Retry
            </SecondaryButton>
          )}
        </Failure>
      ) : (
        <Loading of="part" />
      )}
    </Drawer>
  )
}

const Failure = ({ children }: { children: ReactNode }) => (
  <Box sx={{ px: 3, py: 2, color: 'text.secondary', '& p': { m: 0, mb: 2 } }}>{children}</Box>
)

import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { getLead, type Lead } from '@our-print/contract/people/leads.ts'
import { type ReactNode, useId } from 'react'
import { useRead } from '../../base/api/api.ts'
import { Loading } from '../../base/feedback/Loading.tsx'
import { formatDateTime, phone } from '../../base/format/format.ts'
import { Close } from '../../base/icons/frame.tsx'
import { PhoneOutlined as Phone } from '../../base/icons/home.tsx'
import { MailOutlined as Mail } from '../../base/icons/screens.tsx'
import { ContactLink } from '../../base/page/ContactLink.tsx'
import { HistoryLink } from '../../base/page/HistoryLink.tsx'
import { RouteLink, SecondaryButton } from '../../base/page/Page.tsx'
import { LeadForm } from './LeadForm.tsx'

type Props = { id: string; onClose: () => void }

/** One lead next to the list: its message and its form. */
export default function LeadPanel({ id, onClose }: Props) {
  const { data: lead, error, isFetching, refetch } = useRead(getLead, { params: { id } })
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
          <Close />
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

/** The lead's message, contact data, and others with the same mobile or email. */
function LeadMessage({ lead }: { lead: Lead }) {
  const { mobile, email, subject, message, created_at, doubles } = lead
  return (
    <Box sx={{ display: 'grid', gap: 2, overflowWrap: 'anywhere' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5 }}>
        {mobile && <ContactLink Icon={Phone} href={`tel:${mobile}`} text={phone(mobile)} />}
        {email && <ContactLink Icon={Mail} href={mailTo(lead)} text={email} />}
        <Box sx={{ typography: 'body2', color: 'text.secondary', lineHeight: '24px' }}>
          Received {formatDateTime(created_at)}
        </Box>
      </Box>
      {doubles.length > 0 && <Doubles doubles={doubles} of={lead} />}
      <Box sx={{ p: 2, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.default' }}>
        {subject && <Box sx={{ typography: 'subtitle1', mb: 0.5 }}>{subject}</Box>}
        <Box sx={{ whiteSpace: 'pre-wrap' }}>{message}</Box>
      </Box>
    </Box>
  )
}

const mailTo = ({ email, subject }: Lead) =>
  `mailto:${email}${subject ? `?subject=${encodeURIComponent(`Re: ${subject}`)}` : ''}`

/** The same person may have written before, or be a customer already. */
const Doubles = ({ doubles, of }: { doubles: Lead['doubles']; of: Lead }) => (
  <Alert severity="info" variant="outlined" sx={{ alignItems: 'flex-start' }}>
    The same mobile or email:
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {doubles.map(({ kind, id, name }) => (
        <li key={id}>
          <RouteLink
            underline="always"
            to={kind === 'customer' ? `/user/${id}` : `/leads?status=all&lead=${id}`}
          >
            {name}
          </RouteLink>
          , {kind === 'lead' ? 'another lead' : id === of.user ? 'the customer it became' : 'a customer'}
        </li>
      ))}
    </Box>
  </Alert>
)

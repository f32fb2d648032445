import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { testEvent } from '@our-print/contract/shop/messages.ts'
import { getDelivery, type WebhookAttempt } from '@our-print/contract/shop/webhooks.ts'
import { useId } from 'react'
import { useRead } from '../../base/api/api.ts'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { formatDateTime } from '../../base/format/format.ts'
import { Facts, SecondaryButton } from '../../base/page/Page.tsx'
import { eventLabel, stateLabels } from './webhookTexts.tsx'

type Props = {
  webhook: string
  delivery: string
  onReplay: (delivery: string) => Promise<unknown>
  onClose: () => void
}

/** One delivery: what was sent, and what came back to each try. */
export default function DeliveryDialog({ webhook, delivery, onReplay, onClose }: Props) {
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true })
  const reply = useRead(getDelivery, { params: { id: webhook, delivery } })
  const { data, error } = reply
  const id = useId()
  return (
    <Dialog open fullWidth fullScreen={phone} maxWidth="sm" onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{data ? eventLabel(data.event_type) : 'Delivery'}</DialogTitle>
      <DialogContent sx={{ overflowWrap: 'anywhere' }}>
        {!data &&
          (error ? (
            <LoadFailure title="This delivery could not be loaded" reply={reply} />
          ) : (
            <Loading of="part" />
          ))}
        {data && (
          <>
            <Facts
              facts={[
                { name: 'State', value: stateLabels[data.state] },
                { name: 'Happened', value: formatDateTime(data.happened_at) },
                { name: 'Message id', value: data.message_id },
                ...(data.next_try_at ? [{ name: 'Next try', value: formatDateTime(data.next_try_at) }] : []),
              ]}
            />
            <Heading>Request</Heading>
            <Text>{JSON.stringify(data.request, null, 2)}</Text>
            <Heading>{data.tries.length === 0 ? 'Not tried yet' : 'Answers, newest first'}</Heading>
            {data.tries.map((attempt) => (
              <Attempt key={attempt.id} attempt={attempt} />
            ))}
          </>
        )}
      </DialogContent>
      <DialogActions>
        <SecondaryButton onClick={onClose}>Close</SecondaryButton>
        {data && data.state !== 'pending' && data.event_type !== testEvent && (
          <Button variant="contained" onClick={() => void onReplay(delivery).then(onClose)}>
            Replay
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

const Attempt = ({ attempt: { at, duration_ms, status, error, answer } }: { attempt: WebhookAttempt }) => (
  <Box sx={{ mb: 1 }}>
    <Box sx={{ typography: 'body2', color: error ? 'error.main' : 'text.primary' }}>
      {formatDateTime(at)}, {duration_ms} ms: {error ?? `Answered ${status}`}
    </Box>
    {answer && <Text>{answer}</Text>}
  </Box>
)

const Heading = ({ children }: { children: string }) => (
  <Box component="h3" sx={{ typography: 'body2', fontWeight: 600, mt: 2, mb: 0.5 }}>
    {children}
  </Box>
)

const Text = ({ children }: { children: string }) => (
  <Box
    component="pre"
    // A scrolled region must be reachable by the keyboard.
    tabIndex={0}
    sx={{
      m: 0,
      p: 1,
      maxHeight: 220,
      overflow: 'auto',
      whiteSpace: 'pre-wrap',
      fontSize: '0.75rem',
      bgcolor: 'action.hover',
      borderRadius: 1,
    }}
  >
    {children}
  </Box>
)

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Session } from '@our-print/contract/people/sessions.ts'
import { formatDateTime, waitingTime } from '../../base/format/format.ts'
import { CheckCircleOutlined as CheckCircle } from '../../base/icons/frame.tsx'
import { Tag } from '../../base/ui/Tag.tsx'

type Props = {
  sessions: readonly Session[]
  /** The session that is being ended. */
  ending: string | undefined
  onEnd: (session: Session) => void
}

/** What a session is called. */
export const deviceOf = ({ device }: Session) => device ?? 'Unknown device'

/** Where somebody is signed in: device, address, since when, last used; each can be ended. */
export const SessionList = ({ sessions, ending, onEnd }: Props) => (
  <Box component="ul" aria-label="Sessions" sx={{ m: 0, p: 0, listStyle: 'none' }}>
    {sessions.map((session) => (
      <Box
        component="li"
        key={session.id}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          py: 1.25,
          borderBottom: 1,
          borderColor: 'divider',
          '&:last-of-type': { borderBottom: 0 },
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, fontWeight: 600 }}>
            {deviceOf(session)}
            {session.is_current && <Tag label="This one" Icon={CheckCircle} tone="good" />}
          </Box>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
            {session.address ?? 'Unknown address'}, since {formatDateTime(session.created_at)}, used{' '}
            <span title={formatDateTime(session.used_at)}>{usedText(session)}</span>
          </Box>
        </Box>
        {!session.is_current && (
          <Button
            size="small"
            color="error"
            aria-label={`End the session of ${deviceOf(session)}`}
            loading={ending === session.id}
            onClick={() => onEnd(session)}
            sx={{ minHeight: { xs: 44, sm: 32 } }}
          >
            End
          </Button>
        )}
      </Box>
    ))}
  </Box>
)

function usedText({ used_at }: Session): string {
  const time = waitingTime(used_at)
  return time === 'just now' ? time : `${time} ago`
}

import type { Session } from '@our-print/contract/people/sessions.ts'
import { formatDateTime, justNow, waitingTime } from '../../base/format/format.ts'
import { CheckCircleOutlined as CheckCircle } from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './SessionList.module.css'

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
  <ul aria-label="Sessions" className={styles.list}>
    {sessions.map((session) => (
      <li key={session.id} className={styles.session}>
        <div className={styles.what}>
          <div className={styles.device}>
            {deviceOf(session)}
            {session.is_current && <Tag label="This one" Icon={CheckCircle} tone="good" />}
          </div>
          <Text as="div" size="small" tone="muted">
            {session.address ?? 'Unknown address'}, since {formatDateTime(session.created_at)}, used{' '}
            <span title={formatDateTime(session.used_at)}>{usedText(session)}</span>
          </Text>
        </div>
        {!session.is_current && (
          <Button
            look="plain"
            size="small"
            tone="danger"
            aria-label={`End the session of ${deviceOf(session)}`}
            loading={ending === session.id}
            onClick={() => onEnd(session)}
          >
            End
          </Button>
        )}
      </li>
    ))}
  </ul>
)

function usedText({ used_at }: Session): string {
  const time = waitingTime(used_at)
  return time === justNow ? time : `${time} ago`
}

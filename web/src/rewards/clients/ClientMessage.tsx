import type { Client } from '@our-print/contract/rewards/clients.ts'
import { FailureBanner } from '../../base/feedback/FailureBanner.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import type { Message } from './useClientActions.ts'

type Props = { message: Message; onClose: () => void; onUpload?: (client: Client) => void }

/** Says why an action on companies failed; scrolled into view, as the row that caused it can be far below. */
export const ClientMessage = ({ message, onClose, onUpload }: Props) =>
  'failure' in message ? (
    <FailureBanner details={message.failure} onClose={onClose} />
  ) : (
    <Alert inSight severity="warning" title="This client has no vouchers!" onClose={onClose}>
      <div>{message.without.name} has none yet.</div>
      {onUpload && (
        <Button size="small" onClick={() => onUpload(message.without)}>
          Upload a file of codes
        </Button>
      )}
    </Alert>
  )

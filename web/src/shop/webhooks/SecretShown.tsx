import { CopyCode } from '../../base/page/CopyCode.tsx'
import { Alert } from '../../base/ui/Alert.tsx'

/** The secret of a webhook, which is shown this once. */
export const SecretShown = ({ secret }: { secret: string }) => (
  <>
    <Alert severity="warning">
      Copy the secret now: it is shown this once. The receiver verifies with it that a delivery is from here.
    </Alert>
    <CopyCode text={secret} label="Copy secret" />
  </>
)

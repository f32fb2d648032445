import { Alert } from '../ui/Alert.tsx'

type Props = {
  /** The server's messages, one sentence each. */
  details: readonly string[]
  onClose?: () => void
}

/** The specification's banner of a delete, update or upload that failed, with the server's words beneath. */
export const FailureBanner = ({ details, onClose }: Props) => (
  <Alert
    inSight
    severity="warning"
    title="Something went wrong — please try again!"
    {...(onClose && { onClose })}
  >
    {details.map((detail) => (
      <div key={detail}>{detail}</div>
    ))}
  </Alert>
)

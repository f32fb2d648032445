import { Alert } from '../ui/Alert.tsx'

type Props = {
  /** The server's messages, one sentence each. */
  details: readonly string[]
  onClose?: () => void
}

/** Scrolls the banner into view, for an action on a row far down the page. */
function scrollIntoView(banner: HTMLElement | null) {
  banner?.scrollIntoView?.({ block: 'nearest' })
}

/** The specification's banner of a delete, update or upload that failed, with the server's words beneath. */
export const FailureBanner = ({ details, onClose }: Props) => (
  <Alert
    ref={scrollIntoView}
    severity="warning"
    title="Something went wrong — please try again!"
    {...(onClose && { onClose })}
  >
    {details.map((detail) => (
      <div key={detail}>{detail}</div>
    ))}
  </Alert>
)

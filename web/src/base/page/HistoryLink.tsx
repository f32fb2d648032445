import { Link } from '../ui/Link.tsx'

type Props = (
  | { /** The id of the record. */ of: string }
  | { /** The only record of this kind. */ kind: string }
) & {
  /** Leaves the page as it is, where something may be typed in it. */
  newTab?: boolean
}

/** Opens who changed a record, for super admins. */
export const HistoryLink = ({ newTab = false, ...record }: Props) => (
  <Link
    to={'of' in record ? historyUrl(record.of) : `/audit?entity=${record.kind}`}
    roomy
    {...(newTab && { target: '_blank', rel: 'noopener' })}
  >
    History
  </Link>
)

/** The address of the audit of one record. */
export const historyUrl = (id: string) => `/audit?entity_id=${id}`

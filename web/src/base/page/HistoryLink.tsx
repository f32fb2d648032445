import { Link } from '../ui/Link.tsx'
import { useOpens } from '../ui/RouterLink.tsx'

type Props = (
  | { /** The id of the record. */ of: string }
  | { /** The only record of this kind. */ kind: string }
) & {
  /** Leaves the page as it is, where something may be typed in it. */
  newTab?: boolean
}

/** Opens who changed a record, for who may read that. */
export function HistoryLink({ newTab = false, ...record }: Props) {
  const opens = useOpens()
  if (!opens('/audit')) return null
  return (
    <Link
      to={'of' in record ? historyUrl(record.of) : `/audit?entity=${record.kind}`}
      roomy
      {...(newTab && { target: '_blank', rel: 'noopener' })}
    >
      History
    </Link>
  )
}

/** The address of the audit of one record. */
export const historyUrl = (id: string) => `/audit?entity_id=${id}`

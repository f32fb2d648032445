import Link from '@mui/material/Link'
import type { AuditEntry } from '@our-print/contract/shop/audit.ts'
import { Link as RouterLink } from 'react-router'
import { formatDateTime } from '../../base/format/dates.ts'
import type { Column } from '../../base/list/tableModel.ts'
import { historyUrl } from '../../base/page/historyUrl.ts'
import { wrapped } from '../../base/page/wrapped.ts'
import { actionLabel, entityLabel } from './auditTexts.ts'
import { Changes } from './Changes.tsx'

const noRecord = '00000000-0000-0000-0000-000000000000'

const recordName = ({ entity, entity_id, names }: AuditEntry) => names[entity_id] ?? entityLabel(entity)

/** When, what, to which record, by whom, and the difference. */
export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    id: 'what',
    title: 'What',
    width: '24%',
    cell: (entry) => (
      <span style={wrapped}>
        {actionLabel(entry.action)}{' '}
        {entry.names[entry.entity_id] && `${entityLabel(entry.entity).toLowerCase()} `}
        {entry.entity_id === noRecord ? (
          entityLabel(entry.entity).toLowerCase()
        ) : (
          <Link
            component={RouterLink}
            to={historyUrl(entry.entity_id)}
            title="All changes of this record"
            underline="always"
          >
            {recordName(entry)}
          </Link>
        )}
      </span>
    ),
  },
  {
    id: 'changes',
    title: 'Before and after',
    card: 'footer',
    cell: (entry) => <Changes entry={entry} />,
  },
  {
    id: 'who',
    title: 'Who',
    width: '16%',
    card: 'subtitle',
    cell: ({ actor, actor_name, actor_email, action }) =>
      actor ? (
        <span title={actor_email ?? ''}>{actor_name ?? 'Someone who is gone'}</span>
      ) : action === 'sign_in_failed' ? (
        'Nobody'
      ) : (
        'A command on the server'
      ),
  },
  {
    id: 'when',
    title: 'When',
    width: 176,
    card: 'subtitle',
    cell: ({ at, request_id }) =>
      request_id ? (
        <Link
          component={RouterLink}
          to={`/audit?request_id=${encodeURIComponent(request_id)}`}
          title="All changes of the same request"
          color="inherit"
          sx={{ display: 'inline-block', py: { xs: 0.5, md: 0 } }}
        >
          {formatDateTime(at)}
        </Link>
      ) : (
        formatDateTime(at)
      ),
  },
]

import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import type { Lead } from '@our-print/contract/people/leads.ts'
import { formatDate, formatDateTime } from '../../base/format/dates.ts'
import { plural } from '../../base/format/format.ts'
import { phone } from '../../base/format/phone.ts'
import { PeopleAltOutlined as Doubles, MailOutlined as Mail } from '../../base/icons/screens.tsx'
import { nameColumn } from '../../base/list/columns.tsx'
import type { Column } from '../../base/list/tableModel.ts'
import { wrapped } from '../../base/page/wrapped.ts'
import { FollowUp } from './FollowUp.tsx'
import { LeadTag } from './LeadTag.tsx'

const name = nameColumn<Lead>(
  'name',
  ({ name, doubles }) => (doubles.length === 0 ? name : <WithDoubles name={name} number={doubles.length} />),
  { width: '16%' },
)

/** Marks in the list a lead whose sender is known already. */
function WithDoubles({ name, number }: { name: string; number: number }) {
  const title = `Same mobile or email as ${plural(number, 'other')}`
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, maxWidth: 1 }}>
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {name}
      </Box>
      <Doubles titleAccess={title} sx={{ fontSize: 16, color: 'text.secondary', flex: 'none' }} />
    </Box>
  )
}

const contact: Column<Lead> = {
  id: 'contact',
  title: 'Contact',
  width: 142,
  card: 'subtitle',
  cell: ({ mobile, email, name }) => (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
      {mobile && <Link href={`tel:${mobile}`}>{phone(mobile)}</Link>}
      {mobile && email && (
        <IconButton
          size="small"
          href={`mailto:${email}`}
          aria-label={`Mail ${name}`}
          title={email}
          sx={{ width: 28, height: 28 }}
        >
          <Mail sx={{ fontSize: 16 }} />
        </IconButton>
      )}
      {!mobile && email && (
        <Link href={`mailto:${email}`} sx={wrapped}>
          {email}
        </Link>
      )}
    </Box>
  ),
}

const about: Column<Lead> = {
  id: 'about',
  title: 'About',
  card: 'footer',
  cell: ({ subject, message }) => (
    <Box
      component="span"
      sx={{
        display: { xs: '-webkit-box', md: 'inline' },
        WebkitLineClamp: 2,
        WebkitBoxOrient: 'vertical',
        overflow: 'hidden',
      }}
    >
      {subject}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {subject && ' · '}
        {message.slice(0, 160)}
      </Box>
    </Box>
  ),
}

const followUp: Column<Lead> = {
  id: 'follow-up',
  title: 'Follow-up',
  width: 122,
  cell: (lead) => <FollowUp lead={lead} />,
}

const owner: Column<Lead> = {
  id: 'owner',
  title: 'Owner',
  width: '10%',
  wide: true,
  cell: ({ owner_data }) =>
    owner_data?.full_name ?? (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        Unassigned
      </Box>
    ),
}

const received: Column<Lead> = {
  id: 'received',
  title: 'Received',
  width: 116,
  sort: { by: 'created_at', as: 'time' },
  cell: ({ created_at }) => <span title={formatDateTime(created_at)}>{formatDate(created_at)}</span>,
}

const status: Column<Lead> = {
  id: 'status',
  title: 'Status',
  width: 146,
  card: 'corner',
  cell: ({ status }) => <LeadTag status={status} />,
}

/** The columns of one status, and of all together. */
export const leadColumns: readonly Column<Lead>[] = [name, contact, about, followUp, owner, received]
export const allLeadColumns: readonly Column<Lead>[] = [...leadColumns, status]

import { type Lead, leadOrderings, leadStatuses, listLeads } from '@our-print/contract/people/leads.ts'
import { clsx } from 'clsx'
import { useState } from 'react'
import { query } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { formatDay, phone, plural, today } from '../../base/format/format.ts'
import {
  CheckCircleOutlined as CheckCircle,
  RemoveCircleOutlined as RemoveCircle,
} from '../../base/icons/frame.tsx'
import {
  PeopleAltOutlined as Doubles,
  EventBusyOutlined as EventBusy,
  ForumOutlined as Forum,
  MailOutlined as Mail,
  MarkEmailUnreadOutlined as Unread,
} from '../../base/icons/screens.tsx'
import { type Column, column, DayOf, nameColumn } from '../../base/list/columns.tsx'
import { FilterBar } from '../../base/list/FilterBar.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Page } from '../../base/page/Page.tsx'
import { useNavigate, useSearchParams } from '../../base/router/router.tsx'
import { Button, IconButton } from '../../base/ui/Button.tsx'
import { EmailText } from '../../base/ui/EmailText.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Tabs } from '../../base/ui/Tabs.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { Text, VisuallyHidden } from '../../base/ui/Text.tsx'
import styles from './LeadsPage.module.css'
import { isOverdue, leadStatusLabels } from './leadTexts.ts'

const name = nameColumn<Lead>(
  'name',
  ({ name, doubles }) => (doubles?.length ? <WithDoubles name={name} number={doubles.length} /> : name),
  { width: '16%' },
)

/** Marks in the list a lead whose sender is known already. */
function WithDoubles({ name, number }: { name: string; number: number }) {
  const title = `Same mobile or email as ${plural(number, 'other')}`
  return (
    <span className={styles.doubled}>
      <span className={styles.name}>{name}</span>
      <Doubles title={title} size={16} tone="muted" />
    </span>
  )
}

const contact: Column<Lead> = column(
  'contact',
  'Contact',
  { width: 172, card: 'subtitle' },
  ({ mobile, email, name }) => (
    <span className={styles.contact}>
      {mobile && <Link href={`tel:${mobile}`}>{phone(mobile)}</Link>}
      {mobile && email && (
        <IconButton size="small" href={`mailto:${email}`} aria-label={`Mail ${name}`} title={email}>
          <Mail size={16} />
        </IconButton>
      )}
      {!mobile && email && (
        <Link href={`mailto:${email}`}>
          <EmailText email={email} />
        </Link>
      )}
    </span>
  ),
)

const about: Column<Lead> = column('about', 'About', { card: 'footer' }, ({ subject, message }) => (
  <span className={styles.about}>
    {subject}
    <Text tone="muted">
      {subject && ' · '}
      {message.slice(0, 160)}
    </Text>
  </span>
))

const followUp: Column<Lead> = column(
  'follow-up',
  'Follow-up',
  {
    width: 150,
  },
  (lead) => <FollowUp lead={lead} />,
)

const owner: Column<Lead> = column(
  'owner',
  'Owner',
  { width: '11%', wide: true },
  ({ owner_data }) => owner_data?.full_name ?? <Text tone="muted">Unassigned</Text>,
)

const received: Column<Lead> = column(
  'received',
  'Received',
  { width: 112, sort: { by: 'created_at', as: 'time' } },
  ({ created_at }) => <DayOf recent time={created_at} />,
)

const status: Column<Lead> = column(
  'status',
  'Status',
  {
    width: 146,
    card: 'corner',
  },
  ({ status }) => <LeadTag status={status} />,
)

/** The columns of one status, and of all together. */
const leadColumns: readonly Column<Lead>[] = [name, contact, about, followUp, owner, received]
const allLeadColumns: readonly Column<Lead>[] = [...leadColumns, status]

const looks = {
  new: { Icon: Unread, tone: 'neutral' },
  contacted: { Icon: Forum, tone: 'neutral' },
  won: { Icon: CheckCircle, tone: 'good' },
  lost: { Icon: RemoveCircle, tone: 'off' },
} as const

/** The status of a lead. */
const LeadTag = ({ status }: Pick<Lead, 'status'>) => (
  <Tag label={leadStatusLabels[status]} {...looks[status]} />
)

/** The follow-up day of a lead; highlighted when it has passed. */
function FollowUp({ lead }: { lead: Pick<Lead, 'follow_up_on' | 'status'> }) {
  const { follow_up_on } = lead
  if (!follow_up_on) return <Text tone="muted">–</Text>
  const late = isOverdue(lead)
  return (
    <span title={late ? 'Overdue' : undefined} className={clsx(styles.due, late && styles.overdue)}>
      {late && <EventBusy size={15} />}
      {follow_up_on === today() ? 'Today' : formatDay(follow_up_on)}
      {late && <VisuallyHidden>, overdue</VisuallyHidden>}
    </span>
  )
}

const LeadPanel = lazyPart(() => import('./LeadPanel.tsx'))
const NewLeadDialog = lazyPart(() => import('./NewLeadDialog.tsx'))

const tabs = [
  ...leadStatuses.map((value) => ({ value, label: leadStatusLabels[value] })),
  { value: 'all', label: 'All' },
].map((tab) => ({ ...tab, to: tab.value === 'new' ? '/leads' : `/leads?status=${tab.value}` }))

const hints = {
  new: 'No new leads. Messages from the website’s form appear here, and those that you enter.',
  contacted: 'Leads appear here after someone has contacted them.',
  won: 'Leads appear here when they become customers or companies.',
  lost: 'Leads that were lost appear here.',
  all: 'Messages from the website’s form appear here.',
}

/** The leads from the website's form and from calls, by status. */
export function LeadsPage() {
  const list = useListState(['status'], { sortedBy: leadOrderings })
  const [search] = useSearchParams()
  const tab = [...leadStatuses, 'all' as const].find((known) => known === list.filters.status) ?? 'new'
  const [entering, setEntering] = useState(false)
  const navigate = useNavigate()
  const newLead = (
    <Button look="primary" onClick={() => setEntering(true)}>
      New lead
    </Button>
  )
  const rows = query(listLeads, {
    querystring: { ...list.paging, ...(tab !== 'all' && { status: tab }) },
  })
  return (
    <Page title="Leads" actions={newLead}>
      <Tabs label="Leads by status" tabs={tabs} value={tab} />
      <ResourceTable
        label="Leads"
        // A tab is no filter here: it has its own text for an empty list.
        list={{ ...list, isFiltered: list.query !== '', clear: () => list.setQuery('') }}
        rows={rows}
        exports
        columns={tab === 'all' ? allLeadColumns : leadColumns}
        rowLink={({ id }) => `/leads${withLead(search, id)}`}
        toolbar={<FilterBar list={list} search="Name, email, mobile, message" />}
        empty={{ hint: hints[tab] }}
      />
      <OpenLead />
      {entering && (
        <NewLeadDialog
          onClose={() => setEntering(false)}
          onDone={({ id, name }) => {
            setEntering(false)
            toast.success(`${name} added`)
            navigate(`/leads?lead=${id}`)
          }}
        />
      )}
    </Page>
  )
}

/** The address that opens a lead next to the current list. */
function withLead(shown: URLSearchParams, id: string) {
  const search = new URLSearchParams(shown)
  search.set('lead', id)
  return `?${search}`
}

/** Opens the lead that the address names. */
function OpenLead() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const id = search.get('lead')
  if (!id) return null

  function close() {
    const rest = new URLSearchParams(search)
    rest.delete('lead')
    navigate(`/leads${rest.size ? `?${rest}` : ''}`)
  }

  return <LeadPanel key={id} id={id} onClose={close} />
}

import Box from '@mui/material/Box'
import { leadOrderings, leadStatuses, listLeads } from '@our-print/contract/people/leads.ts'
import { useNavigate, useSearchParams } from 'react-router'
import { query } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { ExportButton } from '../../base/list/ExportButton.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import { SearchBox } from '../../base/list/SearchBox.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { ViewTabs } from '../../base/list/ViewTabs.tsx'
import { Page } from '../../base/page/Page.tsx'
import { allLeadColumns, leadColumns } from './leadColumns.tsx'
import { leadStatusLabels } from './leadTexts.ts'

const LeadPanel = lazyPart(() => import('./LeadPanel.tsx'))

const tabs = [
  ...leadStatuses.map((value) => ({ value, label: leadStatusLabels[value] })),
  { value: 'all', label: 'All' },
].map((tab) => ({ ...tab, to: tab.value === 'new' ? '/leads' : `/leads?status=${tab.value}` }))

const hints = {
  new: 'No new leads. Messages from the website’s form appear here.',
  contacted: 'Leads appear here after someone has contacted them.',
  won: 'Leads appear here when they become customers or companies.',
  lost: 'Leads that were lost appear here.',
  all: 'Messages from the website’s form appear here.',
}

/** The leads from the website's form, by status. */
export function LeadsPage() {
  const list = useListState(['status'], { sortedBy: leadOrderings })
  const [search] = useSearchParams()
  const tab = [...leadStatuses, 'all' as const].find((known) => known === list.filters.status) ?? 'new'
  const rows = query(listLeads, {
    querystring: { ...list.paging, ...(tab !== 'all' && { status: tab }) },
  })
  return (
    <Page title="Leads" actions={<ExportButton rows={rows} />}>
      <ViewTabs label="Leads by status" tabs={tabs} value={tab} />
      <ResourceTable
        label="Leads"
        // A tab is no filter here: it has its own text for an empty list.
        list={{ ...list, isFiltered: list.query !== '', clear: () => list.setQuery('') }}
        rows={rows}
        columns={tab === 'all' ? allLeadColumns : leadColumns}
        rowLink={({ id }) => `/leads${withLead(search, id)}`}
        toolbar={
          <Box sx={{ maxWidth: { md: 360 } }}>
            <SearchBox list={list} placeholder="Name, email, mobile, message" />
          </Box>
        }
        empty={{ hint: hints[tab] }}
      />
      <OpenLead />
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
    void navigate(`/leads${rest.size ? `?${rest}` : ''}`)
  }

  return <LeadPanel key={id} id={id} onClose={close} />
}

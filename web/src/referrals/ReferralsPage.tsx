import Box from '@mui/material/Box'
import { listReferrers } from '@our-print/contract/referrals.ts'
import { query } from '../api/api.ts'
import { ExportButton } from '../list/ExportButton.tsx'
import { SearchBox } from '../list/SearchBox.tsx'
import { useListState } from '../list/useListState.ts'
import { ViewTabs } from '../list/ViewTabs.tsx'
import { Page } from '../page/Page.tsx'
import { ReferrerList } from './ReferrerList.tsx'
import type { Filter } from './useReferrers.ts'

/** The referrers, with their claims. */
export function ReferralsPage() {
  const list = useListState(['due'])
  const due = list.filters.due === 'true'
  const filter: Filter = { ...(list.query && { query: list.query }), ...(due && { due: 'true' }) }
  const addressOf = (search: string) => {
    const words = new URLSearchParams(search)
    if (list.query) words.set('query', list.query)
    return `/referrals${words.size ? `?${words}` : ''}`
  }
  return (
    <Page title="Referrals" actions={<ExportButton rows={query(listReferrers, { querystring: filter })} />}>
      <ViewTabs
        label="Referrers by state"
        value={due ? 'due' : 'all'}
        tabs={[
          { value: 'all', label: 'All referrers', to: addressOf('') },
          { value: 'due', label: 'Claims due', to: addressOf('due=true') },
        ]}
      />
      <Box sx={{ maxWidth: { md: 360 }, mb: 1.5 }}>
        <SearchBox list={list} placeholder="Name, mobile, referral code" />
      </Box>
      {/* A tab is no filter here: it has its own text for an empty list. */}
      <ReferrerList filter={filter} onClear={() => list.setQuery('')} />
    </Page>
  )
}

import { listReferrers, referrerOrderings } from '@our-print/contract/rewards/referrals.ts'
import { query } from '../../base/api/api.ts'
import { ExportButton, SearchBox } from '../../base/list/ListTools.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { SortButton } from '../../base/listView/ListViewButtons.tsx'
import { Page } from '../../base/page/Page.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Tabs } from '../../base/ui/Tabs.tsx'
import styles from './ReferralsPage.module.css'
import { ReferrerList } from './ReferrerList.tsx'
import type { Filter } from './useReferrers.ts'

const sortable = [
  { title: 'First referral', sort: { by: 'first_counted', as: 'time' } },
  { title: 'Claims remaining', sort: { by: 'remaining_claims', as: 'number' } },
  { title: 'Claims in all', sort: { by: 'total_claims', as: 'number' } },
] as const

/** The referrers, with their claims. */
export function ReferralsPage() {
  const list = useListState(['due'], { sortedBy: referrerOrderings })
  const due = list.filters.due === 'true'
  const { ordering } = list.paging
  const filter: Filter = {
    ...(list.query && { query: list.query }),
    ...(due && { due: 'true' }),
    ...(ordering && { ordering }),
  }
  const addressOf = (search: string) => {
    const parameters = new URLSearchParams(search)
    if (list.query) parameters.set('query', list.query)
    if (ordering) parameters.set('ordering', ordering)
    return `/referrals${parameters.size ? `?${parameters}` : ''}`
  }
  return (
    <Page title="Referrals" actions={<ExportButton rows={query(listReferrers, { querystring: filter })} />}>
      <Tabs
        label="Referrers by state"
        value={due ? 'due' : 'all'}
        tabs={[
          { value: 'all', label: 'All referrers', to: addressOf('') },
          { value: 'due', label: 'Claims due', to: addressOf('due=true') },
        ]}
      />
      <Stack gap={3}>
        <Row gap={2}>
          <div className={styles.search}>
            <SearchBox list={list} placeholder="Name, mobile, referral code" />
          </div>
          {list.sorting && <SortButton columns={sortable} sorting={list.sorting} />}
        </Row>
        {/* A tab is no filter here: it has its own text for an empty list. */}
        <ReferrerList filter={filter} onClear={() => list.setQuery('')} />
      </Stack>
    </Page>
  )
}

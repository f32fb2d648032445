import Alert from '@mui/material/Alert'
import Paper from '@mui/material/Paper'
import {
  getVoucherGroup,
  listVouchers,
  type VoucherGroup,
  voucherOrderings,
} from '@our-print/contract/rewards/vouchers.ts'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink, useSearchParams } from 'react-router'
import { query } from '../../base/api/api.ts'
import { type ApiError, call } from '../../base/api/call.ts'
import { isNotFound } from '../../base/api/deleteErrors.ts'
import { LoadFailure } from '../../base/feedback/LoadFailure.tsx'
import { Notice } from '../../base/feedback/Notice.tsx'
import { ExportButton } from '../../base/list/ExportButton.tsx'
import { LoadingRows } from '../../base/list/ResourceStates.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Page } from '../../base/page/Page.tsx'
import { RecordWay } from '../../base/page/RecordWay.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { companyUrl } from './companyUrl.ts'
import { VoucherTable } from './VoucherTable.tsx'
import { clientVoucherColumns } from './voucherColumns.tsx'
import { readVoucherList, voucherFilter } from './voucherFilter.ts'

/** The vouchers of one company. The address names the groups; their company is read from the server. */
export function ClientVouchers() {
  const [search] = useSearchParams()
  const groups = readVoucherList(search.get('voucherList'))
  const reply = useQuery<VoucherGroup | null, ApiError>({
    queryKey: [getVoucherGroup.url, { oneOf: groups }],
    queryFn: ({ signal }) => firstOf(groups ?? [], signal),
    enabled: groups !== undefined,
  })
  const name = reply.data?.client_name ?? search.get('clientName') ?? ''
  if (!groups) return <Broken />
  if (reply.isError && !reply.data) {
    return <LoadFailure title="These vouchers could not be loaded" reply={reply} />
  }
  if (reply.isPending) {
    return (
      <Page title={`${name} Vouchers`.trim()}>
        <Paper variant="outlined">
          <LoadingRows columns={clientVoucherColumns} cards={false} />
        </Paper>
      </Page>
    )
  }
  return reply.data ? <List name={name} client={reply.data.client} /> : <None name={name} />
}

/** The first of these groups that still exists with codes. */
async function firstOf(groups: readonly string[], signal: AbortSignal): Promise<VoucherGroup | null> {
  for (const id of groups) {
    const group = await call(getVoucherGroup, { params: { id } }, { signal }).catch((error: unknown) => {
      if (isNotFound(error)) return undefined
      throw error
    })
    if (group && group.codes > 0) return group
  }
  return null
}

function List({ name, client }: { name: string; client: string }) {
  const list = useListState(['id', 'purchased'], {
    sortedBy: voucherOrderings,
    name: 'vouchers of a company',
  })
  const rows = query(listVouchers, {
    querystring: { ...list.paging, ...voucherFilter(list.filters), client_id: client },
  })
  return (
    <Page
      title={`${name} Vouchers`}
      above={<RecordWay what="company" home={{ to: companyUrl({ id: client, name }), title: name }} />}
      actions={<ExportButton rows={rows} />}
    >
      <VoucherTable
        label={`${name} vouchers`}
        list={list}
        rows={rows}
        columns={clientVoucherColumns}
        searches="Code, cost"
      />
    </Page>
  )
}

const companies = (
  <SecondaryButton component={RouterLink} to="/client_companies">
    All companies
  </SecondaryButton>
)

const None = ({ name }: { name: string }) => (
  <Page title={`${name} Vouchers`.trim()} actions={companies}>
    <Alert severity="warning" variant="outlined">
      This client has no vouchers!
    </Alert>
  </Page>
)

const Broken = () => (
  <Notice title="This link is not complete">
    <p>It does not name any vouchers. Open them from the list of companies.</p>
    {companies}
  </Notice>
)

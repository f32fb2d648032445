import {
  getVoucherGroup,
  listVouchers,
  type VoucherGroup,
  voucherOrderings,
} from '@our-print/contract/rewards/vouchers.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query, useRead } from '../../base/api/api.ts'
import { type ApiError, call } from '../../base/api/call.ts'
import { isNotFound } from '../../base/api/deleteErrors.ts'
import { idOrUnknown, isId } from '../../base/api/ids.ts'
import { LoadFailure, Notice } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { WideActions } from '../../base/list/ListPage.tsx'
import { LoadingRows } from '../../base/list/ResourceStates.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Page } from '../../base/page/Page.tsx'
import { RecordNavigation } from '../../base/page/RecordNavigation.tsx'
import { useSearchParams } from '../../base/router/router.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Tabs } from '../../base/ui/Tabs.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { SoldVouchers } from '../soldVouchers/SoldVouchers.tsx'
import { companyUrl } from './companyUrl.ts'
import { VoucherTable } from './VoucherTable.tsx'
import { clientVoucherColumns, voucherColumns } from './voucherColumns.tsx'

type Filters = { id?: string | undefined; purchased?: string | undefined }

/** The filters of the address as a querystring of the server. */
function voucherFilter({ id, purchased }: Filters) {
  const is_assigned = (['true', 'false'] as const).find((flag) => flag === purchased)
  return { ...(id && { id: idOrUnknown(id) }), ...(is_assigned && { is_assigned }) }
}

/** The ids in `voucherList`, a JSON list; undefined if it is not valid. */
function readVoucherList(text: string | null): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text ?? '')
    const isList = Array.isArray(list) && list.every(isId)
    return isList ? list : undefined
  } catch {
    return undefined
  }
}

const NewVoucherDialog = lazyPart(() => import('./NewVoucherDialog.tsx'))
const GenerateDialog = lazyPart(() => import('./GenerateDialog.tsx'))
const UploadDialog = lazyPart(async () => ({
  default: (await import('../voucherImports/UploadDialog.tsx')).UploadDialog,
}))

/** All vouchers, the sold ones, or with `of` those of one company. */
export function VouchersPage({ of }: { of?: 'client' }) {
  const [search] = useSearchParams()
  if (of === 'client') return <ClientVouchers key={search.get('voucherList')} />
  return search.get('tab') === 'purchased' ? (
    <SoldVouchers tabs={<VoucherTabs value="purchased" />} />
  ) : (
    <AllVouchers />
  )
}

const VoucherTabs = ({ value }: { value: 'vouchers' | 'purchased' }) => (
  <Tabs
    label="Vouchers by state"
    value={value}
    tabs={[
      { value: 'vouchers', label: 'Vouchers', to: '/vouchers' },
      { value: 'purchased', label: 'Purchased vouchers', to: '/vouchers?tab=purchased' },
    ]}
  />
)

type Opened = 'new' | 'upload' | 'generate'

function AllVouchers() {
  const list = useListState(['id', 'purchased'], { sortedBy: voucherOrderings })
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const rows = query(listVouchers, { querystring: { ...list.paging, ...voucherFilter(list.filters) } })
  const actions = [
    { label: 'Generate codes', onClick: () => setOpened('generate') },
    { label: 'Upload Vouchers', onClick: () => setOpened('upload') },
  ]
  const create = (
    <Button look="primary" onClick={() => setOpened('new')}>
      Create New
    </Button>
  )
  return (
    <Page
      title="Vouchers"
      actions={
        <>
          <WideActions actions={actions} />
          {create}
        </>
      }
    >
      <VoucherTabs value="vouchers" />
      <VoucherTable
        label="Vouchers"
        list={list}
        rows={rows}
        actions={actions}
        columns={voucherColumns}
        searches="Company, code, cost"
        empty={{
          hint: 'Codes that customers buy with their coins show here once they are created, uploaded or generated.',
          action: create,
        }}
      >
        {list.filters.id && <OneGroup id={list.filters.id} onLeave={() => list.setFilter('id', null)} />}
      </VoucherTable>
      {opened === 'new' && <NewVoucherDialog onClose={close} />}
      {opened === 'upload' && <UploadDialog onClose={close} />}
      {opened === 'generate' && <GenerateDialog onClose={close} />}
    </Page>
  )
}

/** Says that the codes of one group are shown, with a link to all. */
function OneGroup({ id, onLeave }: { id: string; onLeave: () => void }) {
  const { data: group } = useRead(getVoucherGroup, { params: { id: idOrUnknown(id) } })
  return (
    <Row gap={2} wrap>
      <Text size="small" flow="wrap">
        {group ? (
          <>
            Only {group.voucher_detail} of{' '}
            <Link to={companyUrl({ id: group.client, name: group.client_name })} underlined>
              {group.client_name}
            </Link>
          </>
        ) : (
          'Only one group of vouchers'
        )}
      </Text>
      <Button size="small" onClick={onLeave}>
        Show all vouchers
      </Button>
    </Row>
  )
}

/** The vouchers of one company. The address names the groups; their company is read from the server. */
function ClientVouchers() {
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
        <Card pad={0}>
          <LoadingRows columns={clientVoucherColumns} cards={false} />
        </Card>
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
      above={<RecordNavigation what="company" home={{ to: companyUrl({ id: client, name }), title: name }} />}
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

const companies = <Button to="/client_companies">All companies</Button>

const None = ({ name }: { name: string }) => (
  <Page title={`${name} Vouchers`.trim()} actions={companies}>
    <Alert severity="warning">This client has no vouchers!</Alert>
  </Page>
)

const Broken = () => (
  <Notice title="This link is not complete">
    <p>It does not name any vouchers. Open them from the list of companies.</p>
    {companies}
  </Notice>
)

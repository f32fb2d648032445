import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { getVoucherGroup, listVouchers, voucherOrderings } from '@our-print/contract/rewards/vouchers.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouterLink, useSearchParams } from 'react-router'
import { query } from '../../base/api/api.ts'
import { idOrUnknown } from '../../base/api/ids.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { ExportButton } from '../../base/list/ExportButton.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { ViewTabs } from '../../base/list/ViewTabs.tsx'
import { Page } from '../../base/page/Page.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { SoldVouchers } from '../soldVouchers/SoldVouchers.tsx'
import { ClientVouchers } from './ClientVouchers.tsx'
import { companyUrl } from './companyUrl.ts'
import { VoucherTable } from './VoucherTable.tsx'
import { voucherColumns } from './voucherColumns.tsx'
import { voucherFilter } from './voucherFilter.ts'

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
    <SoldVouchers tabs={<Tabs value="purchased" />} />
  ) : (
    <AllVouchers />
  )
}

const Tabs = ({ value }: { value: 'vouchers' | 'purchased' }) => (
  <ViewTabs
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
  const create = (
    <Button variant="contained" onClick={() => setOpened('new')}>
      Create New
    </Button>
  )
  return (
    <Page
      title="Vouchers"
      actions={
        <>
          <ExportButton rows={rows} />
          <SecondaryButton onClick={() => setOpened('generate')}>Generate codes</SecondaryButton>
          <SecondaryButton onClick={() => setOpened('upload')}>Upload Vouchers</SecondaryButton>
          {create}
        </>
      }
    >
      <Tabs value="vouchers" />
      <VoucherTable
        label="Vouchers"
        list={list}
        rows={rows}
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
  const { data: group } = useQuery(query(getVoucherGroup, { params: { id: idOrUnknown(id) } }))
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1.5, typography: 'body2' }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {group ? (
          <>
            Only {group.voucher_detail} of{' '}
            <Link component={RouterLink} to={companyUrl({ id: group.client, name: group.client_name })}>
              {group.client_name}
            </Link>
          </>
        ) : (
          'Only one group of vouchers'
        )}
      </Box>
      <SecondaryButton size="small" onClick={onLeave}>
        Show all vouchers
      </SecondaryButton>
    </Box>
  )
}

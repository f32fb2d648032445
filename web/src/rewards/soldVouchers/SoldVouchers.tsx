import { getClient } from '@our-print/contract/rewards/clients.ts'
import { listSoldVouchers, soldVoucherOrderings } from '@our-print/contract/rewards/soldVouchers.ts'
import { type ReactNode, useState } from 'react'
import { query, useRead } from '../../base/api/api.ts'
import { idOrUnknown } from '../../base/api/ids.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { FilterBar } from '../../base/list/FilterBar.tsx'
import { OnlyNotice } from '../../base/list/OnlyNotice.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Page } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { SelectField } from '../../base/ui/Input.tsx'
import { soldVoucherColumns } from './soldVoucherColumns.tsx'

const SellVoucherDialog = lazyPart(() => import('./SellVoucherDialog.tsx'))

const states = [
  { value: '', label: 'All purchases' },
  { value: 'false', label: 'Not voided' },
  { value: 'true', label: 'Voided' },
]

/** All sold vouchers, or those of the company that the address names. */
export function SoldVouchers({ tabs }: { tabs: ReactNode }) {
  const list = useListState(['voided', 'client'], {
    sortedBy: soldVoucherOrderings,
    name: 'purchased vouchers',
  })
  const voided = (['true', 'false'] as const).find((flag) => flag === list.filters.voided)
  const client_id = list.filters.client && idOrUnknown(list.filters.client)
  const [selling, setSelling] = useState(false)
  const rows = query(listSoldVouchers, {
    querystring: { ...list.paging, ...(voided && { voided }), ...(client_id && { client_id }) },
  })
  const sell = (
    <Button look="primary" onClick={() => setSelling(true)}>
      Sell voucher
    </Button>
  )
  return (
    <Page title="Vouchers" actions={sell}>
      {tabs}
      <ResourceTable
        label="Purchased vouchers"
        list={list}
        rows={rows}
        exports
        columns={soldVoucherColumns}
        toolbar={
          <FilterBar list={list} search="Customer, mobile, company, code">
            <SelectField
              label="Status"
              hideLabel
              options={states}
              value={voided ?? ''}
              onChange={(flag) => list.setFilter('voided', flag || null)}
            />
          </FilterBar>
        }
        chips={client_id && <OneCompany id={client_id} onLeave={() => list.setFilter('client', null)} />}
        empty={{ hint: 'What customers buy with their coins shows here.', action: sell }}
      />
      {selling && <SellVoucherDialog onClose={() => setSelling(false)} />}
    </Page>
  )
}

function OneCompany({ id, onLeave }: { id: string; onLeave: () => void }) {
  const { data } = useRead(getClient, { params: { id } })
  return <OnlyNotice name={data?.name ?? 'one company'} onLeave={onLeave} />
}

import { listSoldVouchers, soldVoucherOrderings } from '@our-print/contract/rewards/soldVouchers.ts'
import { type ReactNode, useState } from 'react'
import { query } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { FilterBar } from '../../base/list/FilterBar.tsx'
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

/** All sold vouchers. */
export function SoldVouchers({ tabs }: { tabs: ReactNode }) {
  const list = useListState(['voided'], { sortedBy: soldVoucherOrderings, name: 'purchased vouchers' })
  const voided = (['true', 'false'] as const).find((flag) => flag === list.filters.voided)
  const [selling, setSelling] = useState(false)
  const rows = query(listSoldVouchers, { querystring: { ...list.paging, ...(voided && { voided }) } })
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
        empty={{ hint: 'What customers buy with their coins shows here.', action: sell }}
      />
      {selling && <SellVoucherDialog onClose={() => setSelling(false)} />}
    </Page>
  )
}

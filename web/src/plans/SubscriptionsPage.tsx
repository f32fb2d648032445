import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import RemoveCircle from '@mui/icons-material/RemoveCircleOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { listPlans, type Plan } from '@our-print/contract/plans.ts'
import { lazy, Suspense, useState } from 'react'
import { query } from '../api/api.ts'
import { Tag } from '../feedback/Tag.tsx'
import { SelectField } from '../form/SelectField.tsx'
import { count, rupees } from '../format/format.ts'
import { ExportButton } from '../list/ExportButton.tsx'
import { ResourceTable } from '../list/ResourceTable.tsx'
import { SearchBox } from '../list/SearchBox.tsx'
import type { Column } from '../list/tableModel.ts'
import { useListState } from '../list/useListState.ts'
import { Page } from '../page/Page.tsx'
import { PlanActions } from './PlanActions.tsx'

const PlanDialog = lazy(() => import('./PlanDialog.tsx'))

const states = [
  { value: '', label: 'All states' },
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

const columns: readonly Column<Plan>[] = [
  {
    id: 'name',
    title: 'Name',
    cell: ({ name, description }) => (
      <Box component="span" title={description} sx={{ fontWeight: 600 }}>
        {name}
      </Box>
    ),
  },
  { id: 'price', title: 'Price', align: 'right', width: 120, cell: ({ price }) => rupees(price) },
  {
    id: 'pages',
    title: 'Pages a month',
    align: 'right',
    width: 124,
    cell: ({ pages_per_month }) => count(pages_per_month),
  },
  { id: 'days', title: 'Days', align: 'right', width: 88, cell: ({ duration_days }) => count(duration_days) },
  {
    id: 'subscribers',
    title: 'Subscribers',
    align: 'right',
    width: 116,
    cell: ({ subscribers_count }) => count(subscribers_count),
  },
  {
    id: 'state',
    title: 'State',
    width: 112,
    card: 'corner',
    cell: ({ is_active }) =>
      is_active ? (
        <Tag label="Active" Icon={CheckCircle} tone="good" />
      ) : (
        <Tag label="Inactive" Icon={RemoveCircle} tone="off" />
      ),
  },
  {
    id: 'actions',
    title: 'Actions',
    width: 124,
    align: 'right',
    card: 'footer',
    cell: (plan) => <PlanActions plan={plan} />,
  },
]

/** The plans that customers can buy. */
export function SubscriptionsPage() {
  const list = useListState(['is_active'])
  const { is_active } = list.filters
  const known = is_active === 'true' || is_active === 'false' ? is_active : undefined
  const [adding, setAdding] = useState(false)
  const rows = query(listPlans, { querystring: { ...list.paging, ...(known && { is_active: known }) } })
  const add = (
    <>
      <ExportButton rows={rows} />
      <Button variant="contained" onClick={() => setAdding(true)}>
        New plan
      </Button>
    </>
  )
  return (
    <Page title="Subscriptions" actions={add}>
      <ResourceTable
        label="Subscription plans"
        list={list}
        rows={rows}
        columns={columns}
        toolbar={
          <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { md: 'minmax(0, 360px) 168px' } }}>
            <SearchBox value={list.query} onChange={list.setQuery} placeholder="Name, description" />
            <SelectField
              label="State"
              hideLabel
              options={states}
              value={known ?? ''}
              onChange={(state) => list.setFilter('is_active', state || null)}
            />
          </Box>
        }
        empty={{
          hint: 'A plan is so many pages for so many days at one price. Make the first one, then sell it.',
          action: (
            <Button variant="outlined" color="inherit" onClick={() => setAdding(true)}>
              New plan
            </Button>
          ),
        }}
      />
      {adding && (
        <Suspense fallback={null}>
          <PlanDialog plan={null} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Page>
  )
}

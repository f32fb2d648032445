import Alert from '@mui/material/Alert'
import { type BinKind, binKinds } from '@our-print/contract/entities.ts'
import { type BinEntry, binDays, binOrderings, listBin } from '@our-print/contract/shop/bin.ts'
import { query } from '../../base/api/api.ts'
import type { Filter } from '../../base/list/ListFilter.tsx'
import { FilteredListPage } from '../../base/list/ListPage.tsx'
import type { Selection } from '../../base/list/tableModel.ts'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { binColumns } from './binColumns.tsx'
import { binKindLabel } from './binTexts.ts'
import { useBinActions } from './useBinActions.ts'

const kinds: Filter<'kind', BinKind | ''> = {
  name: 'kind',
  label: 'Kind',
  options: [
    { value: '', label: 'All kinds' },
    ...binKinds.map((value) => ({ value, label: binKindLabel(value) })),
  ],
}

/** What was deleted in the last 30 days, to restore or to delete for good. */
export function BinPage() {
  const actions = useBinActions()
  const { restore, isRestoring, failure, forget } = actions
  const bulk = ({ rows, clear }: Selection<BinEntry>) => (
    <SecondaryButton
      size="small"
      disabled={rows.length === 0}
      loading={isRestoring}
      onClick={() => void restore(rows).then((done) => done && clear())}
    >
      Restore
    </SecondaryButton>
  )
  return (
    <FilteredListPage<BinEntry, 'kind', BinKind | '', (typeof binOrderings)[number]>
      title="Bin"
      label="Deleted records"
      above={
        failure && (
          <Alert severity="error" onClose={forget} sx={{ mb: 1.5 }}>
            {failure}
          </Alert>
        )
      }
      from={{ sortedBy: binOrderings, rows: (querystring) => query(listBin, { querystring }) }}
      columns={binColumns(actions)}
      rowName={({ name }) => name}
      bulk={bulk}
      bulkInSight
      search="Name"
      filter={kinds}
      hint={`What is deleted stays here for ${binDays} days and can be restored.`}
    />
  )
}

import { listClients } from '@our-print/contract/rewards/clients.ts'
import {
  deleteVouchers,
  getVoucherGroup,
  listVoucherGroups,
  listVouchers,
  type Voucher,
} from '@our-print/contract/rewards/vouchers.ts'
import { binDays } from '@our-print/contract/shop/bin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Query, useWrite } from '../../base/api/api.ts'
import { deleteErrorMessages, isNotFound } from '../../base/api/deleteErrors.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { dangerous } from '../../base/dialog/useAct.tsx'
import { FailureBanner } from '../../base/feedback/FailureBanner.tsx'
import { lazyPart, loadFile } from '../../base/feedback/lazyPart.tsx'
import { useUndoDelete } from '../../base/feedback/useUndoDelete.ts'
import { isAre, plural } from '../../base/format/format.ts'
import type { Column, Selection } from '../../base/list/columns.tsx'
import { FilterBar } from '../../base/list/FilterBar.tsx'
import type { Empty } from '../../base/list/ResourceStates.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import type { ListState } from '../../base/list/useListState.ts'
import type { ListAction } from '../../base/listView/ListViewButtons.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { SelectField } from '../../base/ui/Input.tsx'
import { Stack } from '../../base/ui/Layout.tsx'

const EditVoucherDialog = lazyPart(() => import('./EditVoucherDialog.tsx'))

type Page = { count: number; next: string | null; previous: string | null; results: Voucher[] }

type Props = {
  label: string
  list: ListState<'id' | 'purchased'>
  rows: Query<Page>
  columns: readonly Column<Voucher>[]
  searches: string
  empty?: Empty
  /** Buttons of the heading. */
  actions?: readonly ListAction[]
  /** What is said below the filters. */
  children?: ReactNode
}

const states = [
  { value: '', label: 'All vouchers' },
  { value: 'false', label: 'Not purchased' },
  { value: 'true', label: 'Purchased' },
]

const stale = [listVouchers, listVoucherGroups, getVoucherGroup, listClients]

/** The table of vouchers, with Edit and Delete for selected rows. */
export function VoucherTable({ label, list, rows, columns, searches, empty, actions, children }: Props) {
  const [editing, setEditing] = useState<Voucher>()
  const remove = useWrite(deleteVouchers, stale)
  const showDeleted = useUndoDelete(stale)
  const [failure, setFailure] = useState<string>()
  const confirm = useConfirm()
  const client = useQueryClient()

  async function removeAll({ ids, rows: chosen, matching, clear }: Selection<Voucher>) {
    setFailure(undefined)
    if (matching) {
      remove.reset()
      const file = await loadFile(() => import('../../base/matching/deleteMatching.ts'))
      const failed = ({ message }: Error) => setFailure(message)
      if (await file?.deleteMatching('voucher', matching, { confirm, client, failed })) clear()
      return
    }
    const one = chosen.length === 1 ? chosen[0] : undefined
    const title = one ? `Delete ${one.voucher_code}?` : `Delete ${plural(ids.length, 'voucher')}?`
    const body = `${one ? 'The code is' : 'The codes are'} kept in the bin for ${binDays} days. Purchased vouchers cannot be deleted.`
    if (!(await confirm(dangerous(title, body, 'Delete')))) return
    remove.mutate(
      { querystring: { voucher_ids: ids } },
      {
        onSuccess: () => {
          const name = one ? one.voucher_code : plural(ids.length, 'voucher')
          showDeleted({ ids, message: `${name} deleted`, undone: `${name} ${isAre(ids)} back` })
          clear()
        },
        onError: (error) => {
          // Someone else may have changed the records: read the list again.
          void client.invalidateQueries({ queryKey: [listVouchers.url] })
          if (isNotFound(error)) clear()
        },
      },
    )
  }

  const bulk = (selection: Selection<Voucher>) => (
    <BulkButtons
      selection={selection}
      deleting={remove.isPending}
      onEdit={setEditing}
      onDelete={() => void removeAll(selection)}
    />
  )

  return (
    <Stack gap={3}>
      {remove.error && (
        <FailureBanner
          details={deleteErrorMessages(
            remove.error,
            [remove.variables?.querystring.voucher_ids].flat().length,
          )}
          onClose={remove.reset}
        />
      )}
      {failure && <FailureBanner details={[failure]} onClose={() => setFailure(undefined)} />}
      <ResourceTable
        label={label}
        list={list}
        rows={rows}
        exports
        {...(actions && { actions })}
        columns={columns}
        rowName={({ voucher_code }) => `voucher ${voucher_code}`}
        bulkMatching
        bulk={bulk}
        toolbar={
          <FilterBar list={list} search={searches}>
            <SelectField
              label="Purchased"
              hideLabel
              options={states}
              value={list.filters.purchased ?? ''}
              onChange={(flag) => list.setFilter('purchased', flag || null)}
            />
          </FilterBar>
        }
        chips={children}
        {...(empty && { empty })}
      />
      {editing && <EditVoucherDialog voucher={editing} onClose={() => setEditing(undefined)} />}
    </Stack>
  )
}

/** The maximum of one request. */
const maxPerRequest = 500

type BulkProps = {
  selection: Selection<Voucher>
  deleting: boolean
  onEdit: (voucher: Voucher) => void
  onDelete: () => void
}

/** Edit takes exactly one, Delete takes any number. */
function BulkButtons({ selection: { rows, matching }, deleting, onEdit, onDelete }: BulkProps) {
  const [only, ...others] = rows
  const one = others.length === 0 && !matching ? only : undefined
  return (
    <>
      <Button
        size="small"
        disabled={!one || one.is_assigned}
        title={one?.is_assigned ? 'A purchased voucher cannot be changed' : ''}
        onClick={() => one && onEdit(one)}
      >
        Edit
      </Button>
      <Button
        size="small"
        tone="danger"
        disabled={!only || rows.length > maxPerRequest}
        title={rows.length > maxPerRequest ? `At most ${maxPerRequest} at once` : ''}
        loading={deleting}
        onClick={onDelete}
      >
        Delete
      </Button>
    </>
  )
}

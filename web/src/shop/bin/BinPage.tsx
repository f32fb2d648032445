import { entities } from '@our-print/contract/entities.ts'
import { type BinKind, binKinds } from '@our-print/contract/entityKinds.ts'
import {
  type BinEntry,
  binDays,
  binOrderings,
  deleteBinEntry,
  listBin,
  restoreBinEntries,
} from '@our-print/contract/shop/bin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { query, useWrite } from '../../base/api/api.ts'
import { isNotFound } from '../../base/api/deleteErrors.ts'
import { dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { capitalized, formatDateTime, isAre, plural } from '../../base/format/format.ts'
import { actionsColumn, type Column, column, DayOf, Name, type Selection } from '../../base/list/columns.tsx'
import { type Filter, FilteredListPage } from '../../base/list/ListPage.tsx'
import { RowActions } from '../../base/list/RowMenu.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import styles from './BinPage.module.css'

/** The columns of the bin, with its actions. */
const binColumns = ({
  restore,
  deleteForGood,
}: Pick<BinActions, 'restore' | 'deleteForGood'>): readonly Column<BinEntry>[] => [
  column('name', 'Name', {}, ({ name }) => <Name>{name}</Name>),
  column('kind', 'Kind', { width: 96, card: 'corner' }, ({ kind }) => binKindLabel(kind)),
  column('by', 'Deleted by', { width: '16%' }, ({ deleted_by }) => deleted_by ?? 'Unknown'),
  column('deleted', 'Deleted', { width: 128, sort: { by: 'deleted_at', as: 'time' } }, ({ deleted_at }) => (
    <DayOf recent time={deleted_at} />
  )),
  column('left', 'Time left', { width: 96 }, (entry) => (
    <span title={`Until ${formatDateTime(entry.expires_at)}`}>{timeLeft(entry)}</span>
  )),
  actionsColumn(220, (entry) => (
    <RowActions>
      <Button size="small" aria-label={`Restore ${entry.name}`} onClick={() => void restore([entry])}>
        Restore
      </Button>
      <Button
        size="small"
        tone="danger"
        aria-label={`Delete for good: ${entry.name}`}
        onClick={() => void deleteForGood(entry)}
      >
        Delete for good
      </Button>
    </RowActions>
  )),
]

export const binKindLabel = (kind: BinKind) => capitalized(entities[kind].one)

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
    <Button
      size="small"
      disabled={rows.length === 0}
      loading={isRestoring}
      onClick={() => void restore(rows).then((done) => done && clear())}
    >
      Restore
    </Button>
  )
  return (
    <FilteredListPage<BinEntry, 'kind', BinKind | '', (typeof binOrderings)[number]>
      title="Bin"
      label="Deleted records"
      above={
        failure && (
          <div className={styles.failure}>
            <Alert severity="error" onClose={forget}>
              {failure}
            </Alert>
          </div>
        )
      }
      from={{ sortedBy: binOrderings, rows: (querystring) => query(listBin, { querystring }) }}
      columns={binColumns(actions)}
      rowName={({ name }) => name}
      bulk={bulk}
      search="Name"
      filter={kinds}
      hint={`What is deleted stays here for ${binDays} days and can be restored.`}
    />
  )
}

type BinActions = ReturnType<typeof useBinActions>

/** Actions on deleted records; `failure` says why the last one was refused. */
function useBinActions() {
  const { mutateAsync: restoreAll, isPending: isRestoring } = useWrite(restoreBinEntries, [])
  const { mutateAsync: deleteOne } = useWrite(deleteBinEntry, [])
  const [failure, setFailure] = useState<string>()
  const client = useQueryClient()
  const act = useAct()
  const forget = useCallback(() => setFailure(undefined), [])

  /** Resolves to true when they are restored, or when one is not in the bin any more: the selection is outdated then. */
  function restore(entries: readonly BinEntry[]): Promise<boolean> {
    forget()
    const ids = entries.map(({ id }) => id)
    const [only] = entries
    const name = only && entries.length === 1 ? only.name : plural(ids.length, 'deleted record')
    return act({
      send: () => restoreAll({ body: { ids } }),
      done: () => {
        toast.success(`${name} ${isAre(ids)} back`)
        // Any list may show it now.
        void client.invalidateQueries()
      },
      failed: fail,
    })
  }

  function deleteForGood({ id, kind, name }: BinEntry): Promise<boolean> {
    forget()
    return act({
      question: dangerous(`Delete ${name} for good?`, lossOf[kind], 'Delete for good'),
      send: () => deleteOne({ params: { id } }),
      done: () => {
        toast.success(`${name} deleted for good`)
        void client.invalidateQueries({ queryKey: [listBin.url] })
      },
      failed: fail,
    })
  }

  function fail(error: unknown): boolean {
    const gone = isNotFound(error)
    setFailure(gone ? 'Someone else restored it or deleted it for good meanwhile.' : (error as Error).message)
    void client.invalidateQueries({ queryKey: [listBin.url] })
    return gone
  }

  return { restore, deleteForGood, isRestoring, failure, forget }
}

const dayMs = 86_400_000

/** '12 days', '1 day', '< 1 day' */
export function timeLeft({ expires_at }: Pick<BinEntry, 'expires_at'>, now = Date.now()): string {
  const days = (Date.parse(expires_at) - now) / dayMs
  return days < 1 ? '< 1 day' : plural(Math.round(days), 'day')
}

/** What "Delete for good" loses besides the record itself. */
export const lossOf: Record<BinKind, string> = {
  company: 'The company is deleted with all its codes. This cannot be undone.',
  voucher: 'The code is deleted. This cannot be undone.',
  qr_code: 'The QR code is deleted. Its number is not reused. This cannot be undone.',
  coupon: 'The coupon is deleted; orders keep their discount. This cannot be undone.',
  lead: 'The message and the notes are deleted. This cannot be undone.',
  plan: 'The plan is deleted. This cannot be undone.',
}

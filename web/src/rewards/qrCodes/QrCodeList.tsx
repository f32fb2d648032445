import {
  deleteQrCodes,
  getQrCode,
  listQrCodes,
  type QrCode,
  qrCodeOrderings,
  updateQrCode,
} from '@our-print/contract/rewards/qrCodes.ts'
import { binDays } from '@our-print/contract/shop/bin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useWrite } from '../../base/api/api.ts'
import { deleteErrorMessages, isNotFound } from '../../base/api/deleteErrors.ts'
import { idOrUnknown } from '../../base/api/ids.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { activation, dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { FailureBanner } from '../../base/feedback/FailureBanner.tsx'
import { lazyPart, loadFile } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { useUndoDelete } from '../../base/feedback/useUndoDelete.ts'
import { isAre } from '../../base/format/format.ts'
import type { Selection } from '../../base/list/columns.tsx'
import { filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import type { Matching } from '../../base/matching/matching.ts'
import { Button } from '../../base/ui/Button.tsx'
import styles from './QrCodeList.module.css'
import { pageTitle, QrTabs } from './QrTabs.tsx'
import { qrColumns } from './qrColumns.tsx'
import { codeChanges, codeName, codesName, type ListedCode, listedCodes, type Open } from './qrTexts.ts'
import { SingleCodeNotice } from './SingleCodeNotice.tsx'

const QrDialog = lazyPart(() => import('./QrDialog.tsx'))
const ViewQrDialog = lazyPart(() => import('./ViewQrDialog.tsx'))
const LabelsDialog = lazyPart(() => import('./LabelsDialog.tsx'))

const status = {
  name: 'is_active',
  label: 'Status',
  options: [
    { value: 'true', label: 'Active QRs' },
    { value: 'false', label: 'Inactive QRs' },
    { value: '', label: 'All QRs' },
  ],
} as const

/** All QR codes: search, filter, and actions on one or several. */
export function QrCodeList() {
  const list = useListState(['is_active', 'id'], { sortedBy: qrCodeOrderings })
  const id = list.filters.id && idOrUnknown(list.filters.id)
  const actions = useQrActions()
  const [open, setOpen] = useState<Open>()
  const bulk = (selection: Selection<ListedCode>) => (
    <QrBar selection={selection} actions={actions} open={setOpen} />
  )
  const above = (
    <>
      <QrTabs value="codes" />
      {actions.failure && <FailureBanner details={actions.failure} onClose={actions.forget} />}
      {id && <SingleCodeNotice id={id} all="/qr_codes" />}
    </>
  )
  return (
    <ListPage
      title={pageTitle}
      above={above}
      label="QR codes"
      list={list}
      rows={listedCodes({ ...list.paging, ...filterBy(list, status), ...(id && { id }) })}
      columns={qrColumns({ open: setOpen, setActive: actions.setActive })}
      rowName={codeName}
      bulk={bulk}
      bulkMatching
      search="Company, code"
      filters={<ListFilter list={list} filter={status} />}
      hint="A printed code opens an address or shows a picture, and counts its scans."
      create={{ label: 'Generate QR', onClick: () => setOpen({ dialog: 'generate' }) }}
    >
      {open && <OpenDialog open={open} setOpen={setOpen} />}
    </ListPage>
  )
}

function OpenDialog({ open, setOpen }: { open: Open; setOpen: (open: Open | undefined) => void }) {
  const close = () => setOpen(undefined)
  if (open.dialog === 'generate') {
    return <QrDialog code={null} onClose={close} onView={(code) => setOpen({ dialog: 'view', code })} />
  }
  if (open.dialog === 'edit') return <QrDialog code={open.code} onClose={close} />
  if (open.dialog === 'view') return <ViewQrDialog code={open.code} onClose={close} />
  return <LabelsDialog codes={open.codes} onClose={close} />
}

type Props = { selection: Selection<ListedCode>; actions: QrActions; open: (dialog: Open) => void }

/** Actions on the selected QR codes; Edit and the status take exactly one. */
function QrBar({ selection: { rows, matching, clear }, actions, open }: Props) {
  const one = rows.length === 1 && !matching ? rows[0] : undefined
  const none = rows.length === 0

  async function remove() {
    if (await (matching ? actions.removeMatching(matching) : actions.remove(rows))) clear()
  }

  return (
    <>
      <Button
        size="small"
        disabled={none || matching !== undefined}
        onClick={() => open({ dialog: 'labels', codes: rows })}
      >
        Print labels
      </Button>
      <Button size="small" disabled={!one} onClick={() => one && open({ dialog: 'edit', code: one })}>
        Edit
      </Button>
      <Button
        size="small"
        disabled={!one}
        loading={actions.isSwitching}
        onClick={() => one && void actions.setActive(one, !one.is_active)}
      >
        <span className={styles.activity}>{one?.is_active ? 'Deactivate' : 'Activate'}</span>
      </Button>
      <Button
        size="small"
        tone="danger"
        disabled={none}
        loading={actions.isRemoving}
        onClick={() => void remove()}
      >
        Delete
      </Button>
    </>
  )
}

type QrActions = ReturnType<typeof useQrActions>

/** Actions on QR codes; `failure` has the server's message of the last failed one. */
function useQrActions() {
  const { mutateAsync: update, isPending: isSwitching } = useWrite(updateQrCode, [listQrCodes, getQrCode])
  const { mutateAsync: removeAll, isPending: isRemoving } = useWrite(deleteQrCodes, [listQrCodes, getQrCode])
  const showDeleted = useUndoDelete([listQrCodes, getQrCode])
  const [failure, setFailure] = useState<readonly string[]>()
  const client = useQueryClient()
  const confirm = useConfirm()
  const act = useAct()
  const forget = useCallback(() => setFailure(undefined), [])

  function fail(why: readonly string[]) {
    setFailure(why)
    // Someone else may have changed the records: read the list again.
    void client.invalidateQueries({ queryKey: [listQrCodes.url] })
  }

  function setActive(code: QrCode, is_active: boolean) {
    forget()
    return act({
      ...activation(is_active),
      name: codeName(code),
      record: code,
      send: ({ id, version }) => update({ querystring: { qr_id: id }, form: { is_active, version } }),
      describe: codeChanges,
      done: (now) => toast.success(`${codeName(now)} is ${is_active ? 'active again' : 'inactive now'}`),
      failed: ({ message }) => fail([message]),
    })
  }

  /**
   * Resolves to true when they are deleted, or when one did not exist any more: the selection is outdated in both
   * cases.
   */
  function remove(codes: readonly QrCode[]): Promise<boolean> {
    const several = codes.length > 1
    const name = codesName(codes)
    const ids = codes.map(({ id }) => id)
    forget()
    return act({
      question: dangerous(
        `Delete ${name}?`,
        `People who scan ${several ? 'them see' : 'it see'} “not found”. ${
          several ? 'The numbers are not reused, and they are' : 'The number is not reused, and it is'
        } kept in the bin for ${binDays} days. To stop ${several ? 'them' : 'it'} for a while, deactivate ${several ? 'them' : 'it'} instead.`,
        'Delete',
      ),
      send: () => removeAll({ querystring: { qr_id: ids } }),
      done: () => showDeleted({ ids, message: `${name} deleted`, undone: `${name} ${isAre(ids)} back` }),
      failed: (error) => {
        fail(deleteErrorMessages(error, codes.length))
        return isNotFound(error)
      },
    })
  }

  async function removeMatching(matching: Matching): Promise<boolean> {
    forget()
    const file = await loadFile(() => import('../../base/matching/deleteMatching.ts'))
    const failed = ({ message }: Error) => fail([message])
    return file !== undefined && file.deleteMatching('qr_code', matching, { confirm, client, failed })
  }

  return { setActive, remove, removeMatching, isSwitching, isRemoving, failure, forget }
}

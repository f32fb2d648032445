import {
  createQrCode,
  getQrCode,
  listQrCodes,
  type QrCode,
  updateQrCode,
} from '@our-print/contract/rewards/qrCodes.ts'
import { useWrite } from '../../base/api/api.ts'
import { type Dirty, onlyTyped, useUpdate } from '../../base/api/useUpdate.ts'
import { EditDialog } from '../../base/dialog/EditDialog.tsx'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { QrFields } from './QrFields.tsx'
import { type CheckedQr, emptyQr, targetOf, useQrForm, valuesOf } from './qrForm.ts'
import { codeChanges, codeName, type ListedCode } from './qrTexts.ts'

type Props = {
  /** The record to update, or null to create one. */
  code: QrCode | null
  onClose: () => void
  onView?: (code: ListedCode) => void
}

/** Creates or updates a QR code; its number, and so what is printed, stays. */
export default function QrDialog({ code, onClose, onView = () => {} }: Props) {
  return code ? <EditQr code={code} onClose={onClose} /> : <GenerateQr onClose={onClose} onView={onView} />
}

function GenerateQr({ onClose, onView }: { onClose: () => void; onView: (code: ListedCode) => void }) {
  const write = useWrite(createQrCode, [listQrCodes])
  const form = useQrForm(emptyQr)

  function save(checked: CheckedQr) {
    const { company, validity, value } = checked
    write.mutate(
      // The count starts at 0: it shows real scans only.
      { form: { company, validity, value, count: 0, ...targetOf(checked) } },
      {
        onSuccess: (made) => {
          onClose()
          // The list is sorted by newest first.
          const view = { label: 'Show code', onClick: () => onView({ ...made, index: 1 }) }
          toast.success(`${codeName(made)} generated`, { next: [view] })
        },
      },
    )
  }

  return (
    <FormDialog title="Generate QR" form={form} save={write} banner onClose={onClose} onSubmit={save}>
      <QrFields />
    </FormDialog>
  )
}

type Change = Partial<Pick<CheckedQr, 'company' | 'validity' | 'value'>> & ReturnType<typeof targetOf>

/** Kind, address and image of the target are sent together. */
function changeOf(checked: CheckedQr, dirty: Dirty): Change {
  const { company, validity, value } = checked
  const aims = dirty['type'] || dirty['redirection_url'] || dirty['image']
  return { ...onlyTyped({ company, validity, value }, dirty), ...(aims ? targetOf(checked) : {}) }
}

function EditQr({ code, onClose }: { code: QrCode; onClose: () => void }) {
  const update = useWrite(updateQrCode, [listQrCodes, getQrCode])
  const form = useQrForm(valuesOf(code))
  const changing = useUpdate<QrCode, Change>({
    record: code,
    write: update,
    send: ({ id, version }, body) =>
      update.mutateAsync({ querystring: { qr_id: id }, form: { ...body, version } }),
    describe: codeChanges,
  })

  return (
    <EditDialog
      title={`Edit ${codeName(code)}`}
      what="This QR code"
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={changeOf}
      savedMessage={(saved) => `${codeName(saved)} saved`}
      banner
      onClose={onClose}
    >
      <QrFields />
    </EditDialog>
  )
}

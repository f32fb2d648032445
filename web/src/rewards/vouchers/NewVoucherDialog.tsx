import { listClients } from '@our-print/contract/rewards/clients.ts'
import { createVouchers, listVoucherGroups, listVouchers } from '@our-print/contract/rewards/vouchers.ts'
import { type ClipboardEvent, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { useFieldError } from '../../base/form/formErrors.ts'
import { plural } from '../../base/format/format.ts'
import { Close } from '../../base/icons/frame.tsx'
import { Add } from '../../base/icons/screens.tsx'
import { Button, IconButton } from '../../base/ui/Button.tsx'
import { FieldGroup } from '../../base/ui/Field.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { CompanyPicker } from './CompanyPicker.tsx'
import { PngInput } from './PngInput.tsx'
import { SharedFields } from './SharedFields.tsx'
import { emptyVoucher, linesOf, maxCodes, type VoucherFields, VoucherForm } from './voucherForm.ts'

export const types = [
  { value: 'single', label: 'Single' },
  { value: 'multiple', label: 'Multiple' },
]

/** Creates a voucher group with one code or several. */
export default function NewVoucherDialog({ onClose }: { onClose: () => void }) {
  const save = useWrite(createVouchers, [listVouchers, listVoucherGroups, listClients])
  const [switched, setSwitched] = useState(false)
  const form = useContractForm(VoucherForm, { defaultValues: emptyVoucher })
  const single = useWatch({ control: form.control, name: 'type' }) === 'single'

  function becomeMultiple() {
    if (!single) return
    form.setValue('type', 'multiple', { shouldDirty: true })
    setSwitched(true)
  }

  return (
    <SendDialog
      title="Create New Voucher"
      form={form}
      save={save}
      banner
      onClose={onClose}
      inputOf={({ type, ...voucher }) => ({ body: { ...voucher, is_single: type === 'single' } })}
      savedMessage={({ codes, client_name }) => `${plural(codes, 'voucher')} added to ${client_name}`}
    >
      <CompanyPicker name="client" autoFocus />
      <SharedFields />
      <PngInput name="image" label="Image" />
      <ChoiceInput
        name="type"
        label="Type"
        options={types}
        hint={switched && !single ? 'Several codes were pasted, so this is a multiple voucher.' : undefined}
      />
      <CodesField single={single} onMany={becomeMultiple} />
    </SendDialog>
  )
}

/** The codes of a new voucher, one or several. Pasted lines become one code each. */
function CodesField({ single, onMany }: { single: boolean; onMany: () => void }) {
  const { control, getValues, setFocus } = useFormContext<VoucherFields>()
  const { fields, append, insert, remove, update } = useFieldArray({ control, name: 'vouchers' })
  const [leftOut, setLeftOut] = useState(0)
  const error = useFieldError('vouchers')
  const full = fields.length >= maxCodes

  function paste(event: ClipboardEvent, at: number) {
    const [first, ...others] = linesOf(event.clipboardData.getData('text/plain'))
    if (first === undefined || others.length === 0) return
    event.preventDefault()
    const typed = getValues(`vouchers.${at}.voucher_code`).trim()
    // A code that is in the field already comes before the pasted ones.
    const more = typed === '' ? others : [first, ...others]
    const room = maxCodes - fields.length
    if (typed === '') update(at, { voucher_code: first })
    insert(
      at + 1,
      more.slice(0, room).map((voucher_code) => ({ voucher_code })),
      { shouldFocus: false },
    )
    setLeftOut(Math.max(0, more.length - room))
    onMany()
  }

  return (
    <FieldGroup
      label={fields.length === 1 ? 'Voucher code' : plural(fields.length, 'voucher code')}
      error={error}
    >
      <Stack gap={2}>
        {fields.map(({ id }, at) => (
          <div key={id} onPaste={(event) => paste(event, at)}>
            <TextInput
              name={`vouchers.${at}.voucher_code`}
              label={fields.length === 1 ? 'Voucher code' : `Voucher code ${at + 1}`}
              hideLabel
              end={
                fields.length > 1 && (
                  <IconButton
                    size="small"
                    aria-label={`Remove voucher code ${at + 1}`}
                    onClick={() => {
                      remove(at)
                      setLeftOut(0)
                    }}
                  >
                    <Close size={16} />
                  </IconButton>
                )
              }
            />
          </div>
        ))}
        <Row gap={3}>
          <Button
            size="small"
            start={<Add />}
            disabled={single || full}
            onClick={() => {
              append({ voucher_code: '' }, { shouldFocus: false })
              // The new field exists after the next render.
              setTimeout(() => setFocus(`vouchers.${fields.length}.voucher_code`))
            }}
          >
            Add voucher
          </Button>
          <Text as="output" size="caption" tone="muted">
            {leftOut > 0
              ? `${plural(leftOut, 'line was', 'lines were')} left out: at most ${maxCodes} codes here. Upload a file for more.`
              : single
                ? 'A single voucher has one code.'
                : full
                  ? `At most ${maxCodes} codes here. Upload a file for more.`
                  : 'Paste many lines at once to add a code for each.'}
          </Text>
        </Row>
      </Stack>
    </FieldGroup>
  )
}

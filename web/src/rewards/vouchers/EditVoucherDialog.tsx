import { listClients } from '@our-print/contract/rewards/clients.ts'
import {
  getVoucherGroup,
  listVoucherGroups,
  listVouchers,
  updateVoucher,
  type Voucher,
  VoucherCode,
} from '@our-print/contract/rewards/vouchers.ts'
import { Day, required } from '@our-print/contract/values.ts'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useWrite } from '../../base/api/api.ts'
import { differences, useUpdate } from '../../base/api/useUpdate.ts'
import { EditDialog } from '../../base/dialog/EditDialog.tsx'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { asText, coins, formatDay, today } from '../../base/format/format.ts'
import { Text } from '../../base/ui/Text.tsx'
import { CompanyPicker } from './CompanyPicker.tsx'
import { types } from './NewVoucherDialog.tsx'
import { PngInput } from './PngInput.tsx'
import { SharedFields } from './SharedFields.tsx'
import { shared } from './voucherForm.ts'

/** The stored day may be in the past; a new one may not. */
const formOf = (storedDate: string) =>
  z.object({
    ...shared,
    voucher_code: VoucherCode,
    expiry_date: z
      .string({ error: required })
      .pipe(Day)
      .refine((day) => day === storedDate || day >= today(), 'Date should not be before minimal date'),
    client: z.unknown(),
    type: z.unknown(),
  })

type Checked = z.output<ReturnType<typeof formOf>>
type Fields = z.input<ReturnType<typeof formOf>>
type Body = Omit<Checked, 'client' | 'type' | 'image'> & { client: string; image?: string | null }

const valuesOf = (voucher: Voucher): Fields => ({
  voucher_code: voucher.voucher_code,
  voucher_detail: voucher.voucher_detail,
  cost: voucher.cost,
  expiry_date: voucher.expiry_date,
  image: voucher.image,
  client: { id: voucher.client, name: voucher.client_name },
  type: voucher.is_single ? 'single' : 'multiple',
})

/** Updates a voucher, and the data of its group for all unsold codes. */
export default function EditVoucherDialog({ voucher, onClose }: { voucher: Voucher; onClose: () => void }) {
  const write = useWrite(updateVoucher, [listVouchers, listVoucherGroups, getVoucherGroup, listClients])
  const changing = useUpdate<Voucher, Body>({
    record: voucher,
    write,
    // This endpoint takes the id in the body.
    send: ({ id, version }, body) => write.mutateAsync({ body: { ...body, id, version } }),
    describe: voucherChanges,
  })
  const { seen } = changing
  const form = useContractForm(formOf(seen.expiry_date), { defaultValues: valuesOf(seen) })
  const day = useWatch({ control: form.control, name: 'expiry_date' })

  return (
    <EditDialog
      title={`Edit ${voucher.voucher_code}`}
      what="This voucher"
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={({ client: _client, type: _type, image, ...values }, dirty) => ({
        ...values,
        client: seen.client,
        ...(dirty['image'] ? { image } : {}),
      })}
      savedMessage={({ voucher_code }) => `${voucher_code} saved`}
      banner
      onClose={onClose}
    >
      <CompanyPicker name="client" disabled />
      <TextInput name="voucher_code" label="Voucher code" autoFocus />
      <SharedFields isDateStored={day === seen.expiry_date} />
      <PngInput name="image" label="Image" />
      <ChoiceInput name="type" label="Type" options={types} disabled />
      {!seen.is_single && (
        <Text as="div" size="caption" tone="muted">
          Details, validity, cost and image apply to every code of this voucher that is not purchased yet.
        </Text>
      )}
    </EditDialog>
  )
}

/** The changes between the version of a voucher that the person saw and the current one. */
const voucherChanges = (seen: Voucher, current: Voucher) =>
  differences([
    ['Code', seen.voucher_code, current.voucher_code],
    ['Details', seen.voucher_detail, current.voucher_detail],
    ['Cost', coins(seen.cost), coins(current.cost)],
    ['Validity', formatDay(seen.expiry_date), formatDay(current.expiry_date)],
    ['Image', imageText(seen), imageText(current)],
    ['Status', stateOf(seen), stateOf(current)],
  ])

/** A part of the image's id: the signature in the URL differs in each response. */
const imageText = ({ image }: Voucher) => (image ? `picture ${image.split('?')[0]?.slice(-9, -1)}` : '')

const stateOf = ({ is_assigned, is_active }: Voucher) =>
  asText(is_assigned ? 'purchased' : is_active ? 'available' : 'inactive')

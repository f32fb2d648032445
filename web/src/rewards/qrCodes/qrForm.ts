import { createQrCode, type QrCode, RedirectionUrl } from '@our-print/contract/rewards/qrCodes.ts'
import { PngFile, required } from '@our-print/contract/values.ts'
import { z } from 'zod'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { dayError, today } from '../../base/format/format.ts'

/** The image is a new file, or the URL of the stored one. */
export type QrFields = {
  company: string
  type: 'url' | 'image'
  redirection_url: string
  image: File | string | null
  validity: string | null
  value: string
}

const { company, value } = createQrCode.schema.form.shape

const validity = z
  .string({ error: required })
  .min(1, required)
  .superRefine((day, context) => {
    const message = dayError(day, today())
    if (message) context.addIssue({ code: 'custom', message })
  })

const schema = z.discriminatedUnion('type', [
  z.object({ company, type: z.literal('url'), redirection_url: RedirectionUrl, validity, value }),
  z.object({
    company,
    type: z.literal('image'),
    image: z.union([PngFile, z.string()], { error: 'Choose a PNG picture' }),
    validity,
    value,
  }),
])
export type CheckedQr = z.output<typeof schema>

export const emptyQr: QrFields = {
  company: '',
  type: 'url',
  redirection_url: '',
  image: null,
  validity: null,
  value: '',
}

export const valuesOf = ({ company, redirection_url, image, validity, value }: QrCode): QrFields => ({
  company,
  type: redirection_url === null ? 'image' : 'url',
  redirection_url: redirection_url ?? '',
  image,
  validity,
  value: String(value),
})

export const useQrForm = (defaultValues: QrFields) => useContractForm(schema, { defaultValues })

/** The target for the request; an unchanged image is not sent again. */
export function targetOf(checked: CheckedQr): { redirection_url?: string; image?: File } {
  if (checked.type === 'url') return { redirection_url: checked.redirection_url }
  return checked.image instanceof File ? { image: checked.image } : {}
}

import { createPrinter, type Printer } from '@our-print/contract/printing/printers.ts'
import type { paperSizes } from '@our-print/contract/shop/configurations.ts'
import type { z } from 'zod'
import { useContractForm } from '../../base/form/contractForm.tsx'

type PaperSize = (typeof paperSizes)[number]

/** The fields of the form. An empty user name or password is none. */
export type PrinterForm = {
  name: string
  uri: string
  username: string
  password: string
  certificate: string | null
  can: ('color' | 'duplex')[]
  paper_sizes: PaperSize[]
  click_bw: number | null
  click_color: number | null
}

export const emptyForm: PrinterForm = {
  name: '',
  uri: '',
  username: '',
  password: '',
  certificate: null,
  can: ['color', 'duplex'],
  paper_sizes: ['A4'],
  click_bw: null,
  click_color: null,
}

export const formOf = (printer: Printer): PrinterForm => ({
  name: printer.name,
  uri: printer.uri,
  username: printer.username ?? '',
  password: '',
  certificate: printer.certificate,
  can: [
    ...(printer.prints_color ? ['color' as const] : []),
    ...(printer.prints_duplex ? ['duplex' as const] : []),
  ],
  paper_sizes: printer.paper_sizes,
  click_bw: printer.click_bw,
  click_color: printer.click_color,
})

const schema = createPrinter.schema.body.omit({ is_active: true })
export type PrinterBody = z.output<typeof schema>

export const usePrinterForm = (defaultValues: PrinterForm) =>
  useContractForm(schema, {
    defaultValues,
    prepare: ({ can, username, password, click_bw, click_color, ...fields }: PrinterForm) => ({
      ...fields,
      username: username.trim() || null,
      password: password || null,
      prints_color: can.includes('color'),
      prints_duplex: can.includes('duplex'),
      click_bw: click_bw ?? 0,
      click_color: click_color ?? 0,
    }),
  })

/** Of the fields those that differ from the record. An empty password stays as it is, unless nobody signs in any more. */
export function changesOf({ password, ...values }: PrinterBody, printer: Printer) {
  const changed = Object.entries(values).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(printer[key as keyof Printer]),
  )
  const isRemoved = values.username === null && printer.has_password
  return {
    ...Object.fromEntries(changed),
    ...(isRemoved ? { password: null } : password !== null && { password }),
  } as Partial<PrinterBody>
}

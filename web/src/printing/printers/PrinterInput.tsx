import { listPrinters } from '@our-print/contract/printing/printers.ts'
import { useRead } from '../../base/api/api.ts'
import { SelectInput } from '../../base/form/contractForm.tsx'

/** The choice of a printer of the shop in a form, as its field `printer`. */
export function PrinterInput() {
  const { data, error } = useRead(listPrinters, { querystring: { ordering: 'name', limit: '100' } })
  const empty = error ? error.message : data?.count === 0 ? 'No printers yet' : 'Choose a printer'
  return (
    <SelectInput
      name="printer"
      label="Printer"
      options={[
        { value: '', label: empty },
        ...(data?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}

import { listPrinters } from '@our-print/contract/printing/printers.ts'
import { useController, useFormContext } from 'react-hook-form'
import { useRead } from '../../base/api/api.ts'
import { SelectInput } from '../../base/form/contractForm.tsx'
import { Section } from '../../base/page/Page.tsx'
import { Checkbox } from '../../base/ui/Checkbox.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import type { ConfigurationFields } from './configurationForm.ts'

/** Job tickets, and orders that print by themselves. */
export function PrintSettings() {
  const { watch } = useFormContext<ConfigurationFields>()
  const { data } = useRead(listPrinters, { querystring: { limit: '100' } })
  const chosen = watch('auto_printer')
  const printers = data?.results ?? []
  const options = [
    { value: '', label: 'The one that fits best' },
    ...printers.map(({ id, name }) => ({ value: id, label: name })),
    // Before their names are known, or deleted since.
    ...(chosen && !printers.some(({ id }) => id === chosen)
      ? [{ value: chosen, label: data ? 'A printer that was deleted' : '…' }]
      : []),
  ]
  return (
    <Section title="Printing">
      <Stack gap={4}>
        <CheckInput
          name="job_tickets"
          label="Job ticket in front of each order"
          hint="You can decide otherwise whenever you print."
        />
        <CheckInput
          name="auto_print"
          label="Print orders when they are taken in"
          hint="Only if the check of the files finds nothing. The timeline of the order says what happened."
        />
        {watch('auto_print') && <SelectInput name="auto_printer" label="Printer" options={options} />}
      </Stack>
    </Section>
  )
}

type Props = { name: 'job_tickets' | 'auto_print' | 'keep_positions'; label: string; hint: string }

/** A checkbox of a form, by its name in the schema. */
export function CheckInput({ name, label, hint }: Props) {
  const { control } = useFormContext<ConfigurationFields>()
  const { ref, value, onChange, onBlur } = useController({ name, control }).field
  return (
    <Checkbox
      label={label}
      hint={hint}
      checked={value}
      onChange={() => onChange(!value)}
      onBlur={onBlur}
      ref={ref}
    />
  )
}

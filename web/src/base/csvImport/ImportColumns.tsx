import { Alert } from '../ui/Alert.tsx'
import type { Option } from '../ui/Input.tsx'
import { SelectField } from '../ui/Input.tsx'
import { Stack } from '../ui/Layout.tsx'
import { Table, Td, Th } from '../ui/Table.tsx'
import { Text } from '../ui/Text.tsx'

type ImportColumn<Field extends string> = { name: string; field: Field | ''; samples: string[] }

type Props<Field extends string> = {
  columns: readonly ImportColumn<Field>[]
  /** What each can be, in the sequence in which people look for it. */
  titles: Record<Field, string>
  /** What no column is taken for, but must be: 'the name'. */
  missing: readonly string[]
  disabled: boolean
  onChange: (columns: ImportColumn<Field>[]) => void
}

/** Two columns may have one name: they are told apart by how many of it come before. */
function keyOf(columns: readonly { name: string }[], at: number): string {
  const name = columns[at]?.name ?? ''
  return `${columns.slice(0, at).filter((column) => column.name === name).length} ${name}`
}

/** The columns of a file with their first values, and what each is taken for. */
export function ImportColumns<Field extends string>(props: Props<Field>) {
  const { columns, titles, missing, disabled, onChange } = props
  const fields = Object.keys(titles) as Field[]
  const options: Option[] = [
    { value: '', label: 'Leave out' },
    ...fields.map((value) => ({ value, label: titles[value] })),
  ]

  function choose(at: number, value: string) {
    const field = fields.find((known) => known === value) ?? ''
    // A field is in one column.
    onChange(
      columns.map((column, other) =>
        other === at
          ? { ...column, field }
          : field && column.field === field
            ? { ...column, field: '' }
            : column,
      ),
    )
  }

  return (
    <Stack gap={2}>
      {missing.length > 0 && (
        <Alert severity="warning">{missing.map((what) => `Say which column has ${what}.`).join(' ')}</Alert>
      )}
      <Table label="Columns of the file" fixed compact scrolls={320}>
        <thead>
          <tr>
            <Th>Column and first values</Th>
            <Th width="44%">Is</Th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, field, samples }, at) => (
            <tr key={keyOf(columns, at)}>
              <Td room="tall">
                <Text as="div" flow="wrap" tone={name ? undefined : 'muted'}>
                  {name || 'No name'}
                </Text>
                <Text as="div" size="caption" tone="muted" flow="wrap">
                  {samples.filter(Boolean).join(' · ') || 'No values'}
                </Text>
              </Td>
              <Td room="tall">
                <SelectField
                  label={`What ${name || `column ${at + 1}`} is`}
                  hideLabel
                  options={options}
                  value={field}
                  disabled={disabled}
                  onChange={(value) => choose(at, value)}
                />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Stack>
  )
}

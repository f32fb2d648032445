import type { ChartSeries } from './chartData.ts'
import { Table, Td, Th } from './Table.tsx'
import { Text } from './Text.tsx'

type Props = {
  label: string
  /** What its rows are: days or hours. */
  of: string
  /** A name for each row. */
  names: readonly string[]
  columns: readonly (Pick<ChartSeries, 'name' | 'label' | 'values' | 'show'> & { strong?: boolean })[]
  /** Its height in px. */
  scrolls: number
}

/** The figures of a chart as a table, the latest first. */
export const ChartTable = ({ label, of, names, columns, scrolls }: Props) => (
  <Table label={label} scrolls={scrolls}>
    <thead>
      <tr>
        <Th>{of}</Th>
        {columns.map(({ name, label }) => (
          <Th key={name} align="right">
            {label}
          </Th>
        ))}
      </tr>
    </thead>
    <tbody>
      {names
        .map((row, at) => (
          <tr key={row}>
            <Th scope="row">
              <Text flow="keep">{row}</Text>
            </Th>
            {columns.map(({ name, values, show, strong = false }) => {
              const value = values[at] ?? 0
              return (
                <Td key={name} align="right" {...(value === 0 ? { tone: 'muted' } : { strong })}>
                  {show(value)}
                </Td>
              )
            })}
          </tr>
        ))
        .toReversed()}
    </tbody>
  </Table>
)

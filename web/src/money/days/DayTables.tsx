import type { DayReport } from '@our-print/contract/money/days.ts'
import { methodLabel } from '@our-print/contract/money/paymentTerms.ts'
import { count, rupees } from '../../base/format/format.ts'
import { Table, Td, Th } from '../../base/ui/Table.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { signed } from '../cash/cashTexts.ts'

const Nothing = () => <Text tone="muted">No payments on this day.</Text>

export function MethodTable({ methods }: Pick<DayReport, 'methods'>) {
  if (methods.length === 0) return <Nothing />
  return (
    <Table label="By method" compact>
      <thead>
        <tr>
          <Th>Method</Th>
          <Th align="right" wide>
            Payments
          </Th>
          <Th align="right">Expected</Th>
          <Th align="right">Counted</Th>
          <Th align="right">Difference</Th>
        </tr>
      </thead>
      <tbody>
        {methods.map(({ method, payments, expected, counted, difference }) => (
          <tr key={method}>
            <Td>{methodLabel(method)}</Td>
            <Td align="right" wide>
              {count(payments)}
            </Td>
            <Td align="right" flow="keep">
              {rupees(expected)}
            </Td>
            <Td align="right">{counted === null ? '–' : rupees(counted)}</Td>
            <Td align="right" flow="keep" tone={difference ? 'danger' : undefined}>
              {difference === null ? '–' : signed(difference)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

export function PeopleTable({ people }: Pick<DayReport, 'people'>) {
  if (people.length === 0) return <Nothing />
  return (
    <Table label="By person" compact>
      <thead>
        <tr>
          <Th>Person</Th>
          <Th align="right">Taken</Th>
          <Th align="right" wide>
            Of it cash
          </Th>
          <Th align="right" wide>
            Handed over
          </Th>
          <Th align="right">Still in hand</Th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ id, full_name, taken, cash, handed_over, in_hand }) => (
          <tr key={id}>
            <Td>{full_name}</Td>
            <Td align="right" flow="keep">
              {rupees(taken)}
            </Td>
            <Td align="right" wide>
              {cash === null ? '–' : rupees(cash)}
            </Td>
            <Td align="right" wide>
              {rupees(handed_over)}
            </Td>
            <Td align="right">{in_hand === null ? '–' : rupees(in_hand)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

export const HandOverTable = ({ handOvers }: { handOvers: DayReport['hand_overs'] }) => (
  <Table label="Hand-overs" compact>
    <thead>
      <tr>
        <Th>Hand-over</Th>
        <Th align="right">Counted</Th>
        <Th align="right">Difference</Th>
        <Th wide>Why</Th>
      </tr>
    </thead>
    <tbody>
      {handOvers.map(({ id, number, holder_name, counted, difference, reason }) => (
        <tr key={id}>
          <Td>
            {number} · {holder_name}
          </Td>
          <Td align="right">{rupees(counted)}</Td>
          <Td align="right" flow="keep" tone={difference ? 'danger' : undefined}>
            {signed(difference)}
          </Td>
          <Td wide>{reason}</Td>
        </tr>
      ))}
    </tbody>
  </Table>
)

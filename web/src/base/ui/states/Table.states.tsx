import { Card } from '../Card.tsx'
import { ScrollArea } from '../ScrollArea.tsx'
import { Table, Td, Th } from '../Table.tsx'
import type { States } from './states.ts'

const days = [
  { day: '23 Nov', orders: 41, note: 'The day of the fair, with everything that came with it' },
  { day: '22 Nov', orders: 38, note: '' },
  { day: '21 Nov', orders: 0, note: 'Closed' },
]

const head = (
  <thead>
    <tr>
      <Th>Day</Th>
      <Th wide>Note</Th>
      <Th align="right" width={96}>
        Orders
      </Th>
    </tr>
  </thead>
)

const body = (
  <tbody>
    {days.map(({ day, orders, note }) => (
      <tr key={day}>
        <Th scope="row">{day}</Th>
        <Td wide tone="muted" flow="line">
          {note}
        </Td>
        <Td align="right" strong={orders > 0} tone={orders === 0 ? 'muted' : undefined}>
          {orders}
        </Td>
      </tr>
    ))}
  </tbody>
)

export default {
  title: 'Table, ScrollArea',
  states: {
    'in a card': (
      <Card pad={0}>
        <Table label="Orders by day" fixed hover>
          {head}
          {body}
        </Table>
      </Card>
    ),
    scrolls: (
      <Card pad={0}>
        <Table label="Orders by day, scrolled" scrolls={90}>
          {head}
          {body}
        </Table>
      </Card>
    ),
    'compact, in a dialog': (
      <Table label="Orders by day, compact" compact>
        {head}
        {body}
      </Table>
    ),
    'scroll area, pre': (
      <ScrollArea as="pre" height={80}>
        {'{ "event": "order.delivered" }\n'.repeat(12)}
      </ScrollArea>
    ),
  },
} satisfies States

import { PressableCard } from '../PressableCard.tsx'
import { Text } from '../Text.tsx'
import { Tiles } from '../Tiles.tsx'
import type { States } from './states.ts'

const tiles = (columns: 2 | 4 | 6) => (
  <Tiles columns={columns}>
    {Array.from({ length: columns }, (_, at) => (
      <li key={at}>
        <PressableCard look="tile" to="/">
          <Text size="small" tone="muted" flow="line">
            Orders
          </Text>
          <Text size="figure">{at * 137}</Text>
        </PressableCard>
      </li>
    ))}
  </Tiles>
)

export default {
  title: 'Tiles',
  states: { 'two columns': tiles(2), four: tiles(4), six: tiles(6) },
} satisfies States

import { Card } from '../Card.tsx'
import { Row, Stack } from '../Layout.tsx'
import { PressableCard } from '../PressableCard.tsx'
import { Text } from '../Text.tsx'
import type { States } from './states.ts'

export default {
  title: 'Card, PressableCard',
  states: {
    card: <Card>40 copies of Annual report.pdf</Card>,
    paddings: (
      <Stack gap={2}>
        {([0, 3, 4, 6, 8] as const).map((pad) => (
          <Card key={pad} pad={pad}>
            pad {pad}
          </Card>
        ))}
      </Stack>
    ),
    large: <Card large>Stands alone</Card>,
    quiet: <Card quiet>Done already</Card>,
    chosen: <Card chosen>Selected</Card>,
    pressable: (
      <Row gap={2}>
        <PressableCard to="/">A link</PressableCard>
        <PressableCard aria-pressed>Chosen</PressableCard>
        <PressableCard disabled>Disabled</PressableCard>
      </Row>
    ),
    tiles: (
      <Card pad={0} clip>
        <Row>
          <PressableCard look="tile" to="/">
            A link
          </PressableCard>
          <PressableCard look="tile" aria-pressed>
            Chosen
          </PressableCard>
          <PressableCard look="tile" disabled>
            Disabled
          </PressableCard>
        </Row>
      </Card>
    ),
    rows: (
      <Stack>
        <PressableCard look="row">
          thesis.pdf <Text tone="muted">12 pages</Text>
        </PressableCard>
        <PressableCard look="row" aria-expanded>
          Open
        </PressableCard>
        <PressableCard look="row" disabled>
          Disabled
        </PressableCard>
      </Stack>
    ),
  },
} satisfies States

import { Button } from '../ui/Button.tsx'
import { Row } from '../ui/Layout.tsx'
import { Text } from '../ui/Text.tsx'

/** Says by which record the address filters a list, where no control of the list does, with a button that shows all. */
export const OnlyNotice = ({ name, onLeave }: { name: string; onLeave: () => void }) => (
  <Row gap={2} wrap>
    <Text size="small" flow="wrap">
      Only {name}
    </Text>
    <Button size="small" onClick={onLeave}>
      Show all
    </Button>
  </Row>
)

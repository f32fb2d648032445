import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { dangerous } from '../../base/dialog/useAct.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { formatTime } from '../../base/format/format.ts'
import { Page } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import type { Act } from './actQueue.ts'
import { drop, sendAgain, useActs, wake } from './roundActs.ts'
import { actText } from './WaitingActs.tsx'

/** What this phone has not sent yet, and what the server has refused: each stays until somebody decides. */
export function WaitingActsPage() {
  const acts = useActs()
  const refused = acts.filter(({ state }) => state === 'refused')
  const waiting = acts.filter(({ state }) => state === 'waiting')
  return (
    <Page
      title="To send"
      narrow
      subtitle={
        <Text size="small" tone="muted">
          {`${waiting.length} waiting, ${refused.length} refused`}
        </Text>
      }
      actions={waiting.length > 0 && <Button onClick={wake}>Send now</Button>}
    >
      {acts.length === 0 && (
        <Card pad={8}>
          <Text as="p">Everything is sent.</Text>
          <Text as="p" tone="muted">
            What you do without network waits here, on this phone, and is sent by itself.
          </Text>
        </Card>
      )}
      <Stack as="ul" gap={3}>
        {[...refused, ...waiting].map((one) => (
          <Card as="li" key={one.seq} pad={3}>
            <ActCard act={one} />
          </Card>
        ))}
      </Stack>
    </Page>
  )
}

function ActCard({ act }: { act: Act }) {
  const confirm = useConfirm()
  const isRefused = act.state === 'refused'

  async function giveUp() {
    const question = dangerous(
      `Drop “${actText(act)}” of order ${act.number}?`,
      'It was not done, and its photo and signature are deleted from this phone.',
      'Drop',
      'Keep',
    )
    if (!(await confirm(question))) return
    await drop([act.id]).catch((error: Error) => toast.failure(error))
  }

  return (
    <Stack gap={2}>
      <Link to={`/order/${act.order}`} tone="inherit">
        <Text as="div" strong>
          {act.number} {act.title}
        </Text>
      </Link>
      <Text as="div">
        {actText(act)}, at {formatTime(act.happened_at)}
      </Text>
      {isRefused ? (
        <>
          <Text as="div" role="alert" tone="danger">
            Refused: {act.refusal?.message}
          </Text>
          {act.refusal?.now && (
            <Text as="div" tone="muted">
              The order now: {act.refusal.now.text}
            </Text>
          )}
          <Row gap={2}>
            <Button onClick={() => void sendAgain(act).catch((error: Error) => toast.failure(error))}>
              Try again
            </Button>
            <Button look="plain" tone="danger" onClick={() => void giveUp()}>
              Drop
            </Button>
          </Row>
        </>
      ) : (
        <Text as="div" tone="muted">
          Waits to be sent
        </Text>
      )}
    </Stack>
  )
}

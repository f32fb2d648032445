import { useState } from 'react'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { dangerous } from '../../base/dialog/useAct.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { formatTime } from '../../base/format/format.ts'
import { Page } from '../../base/page/Page.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import type { Act } from './actQueue.ts'
import { aboutText, actText, isOfOrder } from './actText.ts'
import { sendAgain } from './refusedActs.ts'
import { drop, useActs, useIsUnread, wake } from './roundActs.ts'
import { sendToOffice, togetherWith } from './sendToOffice.ts'

/** What this phone has not sent yet, and what the server has refused: each stays until somebody decides. */
export function WaitingActsPage() {
  const acts = useActs()
  const isUnread = useIsUnread()
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
      {isUnread && (
        <Alert severity="warning" action={<Button onClick={wake}>Try again</Button>}>
          What waits on this phone cannot be read now. Load the page again.
        </Alert>
      )}
      {acts.length === 0 && !isUnread && (
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
            <ActCard act={one} acts={acts} />
          </Card>
        ))}
      </Stack>
    </Page>
  )
}

function ActCard({ act, acts }: { act: Act; acts: readonly Act[] }) {
  const confirm = useConfirm()
  const isRefused = act.state === 'refused'
  const [isSending, setSending] = useState(false)
  const [unsent, setUnsent] = useState<string>()
  const others = togetherWith(act, acts).filter((one) => one !== act)

  async function hand() {
    setUnsent(undefined)
    setSending(true)
    try {
      await sendToOffice(act, acts)
      toast.success(`Sent to the office: ${actText(act)} of ${aboutText(act)}`)
    } catch (error) {
      setUnsent((error as Error).message)
    } finally {
      setSending(false)
    }
  }

  async function giveUp() {
    const question = dangerous(
      `Drop “${actText(act)}” of ${aboutText(act)}?`,
      'It was not done, and its photo and signature are deleted from this phone.',
      'Drop',
      'Keep',
    )
    if (!(await confirm(question))) return
    await drop([act.id]).catch((error: Error) => toast.failure(error))
  }

  return (
    <Stack gap={2}>
      {isOfOrder(act) ? (
        <Link to={`/order/${act.order}`} tone="inherit">
          <Text as="div" strong>
            {act.number} {act.title}
          </Text>
        </Link>
      ) : (
        <Text as="div" strong flow="wrap">
          Scanned code: {act.title}
        </Text>
      )}
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
          {others.length > 0 && (
            <Text as="div" tone="muted">
              It goes to the office with: {others.map(actText).join(', ')}
            </Text>
          )}
          {unsent !== undefined && (
            <Text as="div" role="alert" tone="warning">
              Not sent to the office, and still on this phone. {unsent}
            </Text>
          )}
          <Row gap={2} wrap>
            <Button look="primary" loading={isSending} onClick={() => void hand()}>
              Send to the office
            </Button>
            <Button
              disabled={isSending}
              onClick={() => void sendAgain(act).catch((error: Error) => toast.failure(error))}
            >
              Try again
            </Button>
            <Button look="plain" tone="danger" disabled={isSending} onClick={() => void giveUp()}>
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

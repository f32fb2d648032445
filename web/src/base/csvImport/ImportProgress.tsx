import { Button } from '../ui/Button.tsx'
import { Row, Stack } from '../ui/Layout.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { Text } from '../ui/Text.tsx'
import type { Sending } from './useCsvImport.ts'

type Props = {
  sending: Sending
  /** What the file has: 'codes'. */
  records: string
  onStop: () => void
}

/** The share that is sent; then the server works, which cannot be cancelled. */
export function ImportProgress({ sending: { what, share }, records, onStop }: Props) {
  const sent = share >= 1
  const percent = Math.floor(share * 100)
  const progressText = sent
    ? what === 'check'
      ? `Checking ${records}…`
      : `Saving ${records}…`
    : `Uploading, ${percent} %`
  return (
    <Row gap={4}>
      <Stack gap={1} fill>
        <Text as="div" size="small" aria-live="polite">
          {progressText}
        </Text>
        <ProgressBar label="Upload" value={sent ? undefined : percent} />
      </Stack>
      {!(sent && what === 'import') && (
        <Button size="small" onClick={onStop}>
          Stop
        </Button>
      )}
    </Row>
  )
}

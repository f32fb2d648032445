import { Button } from '../ui/Button.tsx'
import { Stack } from '../ui/Layout.tsx'
import { Text } from '../ui/Text.tsx'

type Reply = {
  data?: unknown
  error: Error | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

type Props = { reply: Reply; what?: string }

/** In a part of a page: what it shows could not be loaded, and a way to try again. Nothing while it is there. */
export function PartFailure({ reply: { data, error, isFetching, refetch }, what = 'They' }: Props) {
  if (data !== undefined || !error) return null
  return (
    <Stack gap={2} align="start">
      <Text as="div" role="alert" size="small" tone="muted">
        {what} could not be loaded. {error.message}
      </Text>
      <Button size="small" loading={isFetching} onClick={() => void refetch()}>
        Retry
      </Button>
    </Stack>
  )
}

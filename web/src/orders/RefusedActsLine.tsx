import { listCourierTasks } from '@our-print/contract/orders/courierTasks.ts'
import { useRead } from '../base/api/api.ts'
import { count } from '../base/format/format.ts'
import { usePolling } from '../base/live/live.ts'
import { Alert } from '../base/ui/Alert.tsx'
import { Button } from '../base/ui/Button.tsx'
import { Text } from '../base/ui/Text.tsx'

const refetchMs = 60_000

/** How many acts of couriers wait for the office; nothing if there are none. */
export default function RefusedActsLine() {
  const { data, isError } = useRead(
    listCourierTasks,
    { querystring: { open: 'true', limit: '1' } },
    { refetchInterval: usePolling(refetchMs) },
  )
  if (isError && !data)
    return (
      <Text as="p" size="small" tone="muted">
        Refused acts of delivery staff could not be loaded.
      </Text>
    )
  if (!data?.count) return null
  return (
    <Alert
      severity="warning"
      action={
        <Button look="plain" size="small" to="/courier_tasks?open=true">
          Open
        </Button>
      }
    >
      {data.count === 1
        ? '1 act of delivery staff was refused'
        : `${count(data.count)} acts of delivery staff were refused`}
    </Alert>
  )
}

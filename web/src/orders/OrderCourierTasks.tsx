import { type CourierTask, listCourierTasks } from '@our-print/contract/orders/courierTasks.ts'
import { useState } from 'react'
import { useRead } from '../base/api/api.ts'
import { lazyPart } from '../base/feedback/lazyPart.tsx'
import { DoneAt } from '../base/format/DoneAt.tsx'
import { formatDateTime } from '../base/format/format.ts'
import { Section } from '../base/page/Page.tsx'
import { Alert } from '../base/ui/Alert.tsx'
import { Button } from '../base/ui/Button.tsx'
import { Stack } from '../base/ui/Layout.tsx'
import { Text } from '../base/ui/Text.tsx'
import { ImagePreview } from '../printing/filePreview/ImagePreview.tsx'
import styles from './OrderCourierTasks.module.css'
import { triedText } from './triedText.ts'

const SettleTaskDialog = lazyPart(() => import('./SettleTaskDialog.tsx'))

/** The refused acts of couriers that are open or settled; both parts of the page read them together. */
export default function OrderCourierTasks({ order, settled }: { order: string; settled: boolean }) {
  const reply = useRead(listCourierTasks, { querystring: { order, limit: '100' } })
  const tasks = reply.data?.results.filter((task) => (task.settled_at !== null) === settled) ?? []
  const refresh = async () => (await reply.refetch()).data?.results ?? []
  if (!settled && !reply.data && reply.isError)
    return (
      <Alert
        severity="warning"
        action={
          <Button look="plain" size="small" loading={reply.isFetching} onClick={() => void reply.refetch()}>
            Retry
          </Button>
        }
      >
        What was refused on the road could not be loaded. {reply.error.message}
      </Alert>
    )
  if (tasks.length === 0) return null
  if (!settled)
    return (
      <Stack gap={3}>
        {tasks.map((task) => (
          <OpenTask key={task.id} task={task} refresh={refresh} />
        ))}
      </Stack>
    )
  return (
    <Section title="Refused acts, settled">
      <ol className={styles.tasks} aria-label="Refused acts, settled">
        {tasks.map((task) => (
          <li key={task.id} className={styles.facts}>
            <Text as="div" strong>
              {triedText(task)}
            </Text>
            <Facts task={task} refresh={refresh} />
            <Text as="div" flow="lines">
              {task.note}
            </Text>
            <Text as="div" size="small" tone="muted">
              Settled by {task.settled_by} · {formatDateTime(task.settled_at ?? '')}
            </Text>
          </li>
        ))}
      </ol>
    </Section>
  )
}

type Props = { task: CourierTask; refresh: () => Promise<CourierTask[]> }

function OpenTask({ task, refresh }: Props) {
  const [isSettling, setSettling] = useState(false)
  return (
    <>
      <Alert
        severity="warning"
        title={`Refused: ${triedText(task)}`}
        action={
          <Button size="small" onClick={() => setSettling(true)}>
            Settle
          </Button>
        }
      >
        <Facts task={task} refresh={refresh} />
      </Alert>
      {isSettling && <SettleTaskDialog task={task} onClose={() => setSettling(false)} />}
    </>
  )
}

const names = { photo: 'Photo that was taken for it', signature: 'Signature that was drawn for it' }

/** Who did it and when, why it was refused, and what was made for it. */
function Facts({ task, refresh }: Props) {
  const { id, by, code, refusal, received_by, pictures } = task

  /** The links end after a time: reads them again. */
  async function freshUrl(picture: string): Promise<string> {
    const now = (await refresh()).find((each) => each.id === id)?.pictures.find((each) => each.id === picture)
    if (!now) throw new Error('This picture is no longer part of the order.')
    return withoutHost(now.url)
  }

  return (
    <div className={styles.facts}>
      <Text as="div" size="small" tone="muted">
        {by} · <DoneAt times={task} />
      </Text>
      <Text as="div" flow="lines">
        {refusal}
      </Text>
      {code !== null && (
        <Text as="div" flow="wrap">
          Scanned code: {code}
        </Text>
      )}
      {received_by && <Text as="div">Received by {received_by}</Text>}
      {pictures.length > 0 && (
        <div className={styles.pictures}>
          {pictures.map((picture) => (
            <ImagePreview
              key={picture.id}
              name={names[picture.kind]}
              url={withoutHost(picture.url)}
              freshUrl={() => freshUrl(picture.id)}
              fallback={null}
            />
          ))}
        </div>
      )}
    </div>
  )
}

/** The browser may use another host than the server's configuration. */
const withoutHost = (url: string) => {
  const { pathname, search } = new URL(url, window.location.href)
  return pathname + search
}

import {
  type DeliveryState,
  deleteWebhook,
  deliveryStates,
  getWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  rotateSecret,
  rotationHours,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
} from '@our-print/contract/shop/webhooks.ts'
import { useState } from 'react'
import { query, useRead, useWrite } from '../../base/api/api.ts'
import { activation, dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { LoadFailure, Loading, Notice } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { formatDateTime } from '../../base/format/format.ts'
import { CheckCircleOutlined as CheckCircle, ErrorOutlined, Schedule } from '../../base/icons/frame.tsx'
import { actionsColumn, type Column, column, Name } from '../../base/list/columns.tsx'
import { type Filter, filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { RowMenu } from '../../base/list/RowMenu.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { useNavigate, useParams } from '../../base/router/router.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Dialog } from '../../base/ui/Dialog.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { SecretShown } from './SecretShown.tsx'
import styles from './WebhookPage.module.css'
import {
  attentionText,
  eventLabel,
  hostOf,
  stateLabels,
  WebhookTag,
  webhookChanges,
} from './webhookTexts.tsx'

const looks = {
  pending: { Icon: Schedule, tone: 'neutral' },
  delivered: { Icon: CheckCircle, tone: 'good' },
  failed: { Icon: ErrorOutlined, tone: 'off' },
} as const

/** The columns of the log, with a button that shows a delivery. */
const deliveryColumns = (show: (id: string) => void): readonly Column<WebhookDelivery>[] => [
  column('event', 'Event', { card: 'title' }, ({ event_type }) => <Name>{eventLabel(event_type)}</Name>),
  column(
    'state',
    'Status',
    {
      width: 116,
      card: 'corner',
    },
    ({ state }) => <Tag label={stateLabels[state]} {...looks[state]} />,
  ),
  column('happened', 'Happened', { width: 190 }, ({ happened_at }) => formatDateTime(happened_at)),
  column(
    'answer',
    'Last answer',
    { width: '30%' },
    ({ last_error, last_status }) =>
      last_error ?? (last_status ? `Answered ${last_status}` : 'Not tried yet'),
  ),
  column('attempts', 'Tries', { width: 72, align: 'right' }, ({ attempts }) => attempts),
  actionsColumn(92, ({ id, event_type }) => (
    <Button look="plain" size="small" aria-label={`Show ${eventLabel(event_type)}`} onClick={() => show(id)}>
      Show
    </Button>
  )),
]

const EditWebhookDialog = lazyPart(() => import('./EditWebhookDialog.tsx'))
const ReplayDialog = lazyPart(() => import('./ReplayDialog.tsx'))
const DeliveryDialog = lazyPart(() => import('./DeliveryDialog.tsx'))

export function WebhookPage() {
  const { id = '' } = useParams()
  const reply = useRead(getWebhook, { params: { id } })
  const { data, error } = reply
  if (error && (error.status === 404 || error.status === 400)) return <Missing />
  if (data) return <Content key={data.id} webhook={data} />
  return error ? <LoadFailure title="This webhook could not be loaded" reply={reply} /> : <Loading />
}

const Missing = () => (
  <Notice title="Webhook not found">
    <p>It was deleted, or the link is wrong.</p>
    <Button look="primary" to="/webhooks">
      All webhooks
    </Button>
  </Notice>
)

const states: Filter<'state', DeliveryState | ''> = {
  name: 'state',
  label: 'Status',
  options: [
    { value: '', label: 'All statuses' },
    ...deliveryStates.map((value) => ({ value, label: stateLabels[value] })),
  ],
}

function Content({ webhook }: { webhook: Webhook }) {
  const { id } = webhook
  const list = useListState(['state'])
  const actions = useWebhookActions(webhook)
  const [open, setOpen] = useState<'edit' | 'replay' | { delivery: string }>()
  const close = () => setOpen(undefined)
  const rows = query(listDeliveries, {
    params: { id },
    querystring: { ...list.paging, ...filterBy(list, states) },
  })
  return (
    <ListPage
      title={hostOf(webhook)}
      label="Deliveries"
      list={list}
      rows={rows}
      columns={deliveryColumns((delivery) => setOpen({ delivery }))}
      rowName={({ event_type }) => eventLabel(event_type)}
      search="Id of the record"
      filters={<ListFilter list={list} filter={states} />}
      hint="What is sent to this address appears here for 30 days. Send a test to try it."
      buttons={
        <>
          <Button loading={actions.isTesting} onClick={() => void actions.test()}>
            Send test
          </Button>
          <RowMenu
            name={hostOf(webhook)}
            actions={[
              { label: 'Edit', onClick: () => setOpen('edit') },
              { label: 'Replay a period', onClick: () => setOpen('replay') },
              { label: 'New secret', onClick: () => void actions.rotate() },
              webhook.is_active
                ? { label: 'Switch off', onClick: () => void actions.setActive(false) }
                : { label: 'Switch on', onClick: () => void actions.setActive(true) },
              { label: 'Delete', onClick: () => void actions.remove(), danger: true },
            ]}
          />
        </>
      }
      above={<Head webhook={webhook} onStart={() => void actions.setActive(true)} />}
    >
      {open === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {open === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      {typeof open === 'object' && (
        <DeliveryDialog webhook={id} delivery={open.delivery} onReplay={actions.replay} onClose={close} />
      )}
      {actions.secret && <SecretDialog secret={actions.secret} onClose={actions.hideSecret} />}
    </ListPage>
  )
}

function Head({ webhook, onStart }: { webhook: Webhook; onStart: () => void }) {
  const { url, description, event_types, switched_off_at } = webhook
  const attention = attentionText(webhook)
  return (
    <Stack gap={2} className={styles.head}>
      {attention && (
        <Alert
          severity="warning"
          action={
            switched_off_at && (
              <Button look="plain" size="small" onClick={onStart}>
                Switch on
              </Button>
            )
          }
        >
          {attention}
        </Alert>
      )}
      <Row gap={2} wrap>
        <WebhookTag webhook={webhook} />
        <span>{url}</span>
      </Row>
      {description && <span>{description}</span>}
      <Text size="small" tone="muted">
        {event_types.map(eventLabel).join(', ')}
      </Text>
    </Stack>
  )
}

/** The secret after a rotation; only its button closes it. */
const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog
    title="New secret"
    onClose={() => {}}
    actions={
      <Button look="primary" autoFocus onClick={onClose}>
        Close
      </Button>
    }
  >
    <Stack gap={4}>
      <SecretShown secret={secret} />
      <span>
        The old secret is valid for {rotationHours} more hours: change it in the receiver until then.
      </span>
    </Stack>
  </Dialog>
)

/** Actions on one webhook; `secret` is the new one after a rotation. */
function useWebhookActions(webhook: Webhook) {
  const params = { id: webhook.id }
  const update = useWrite(updateWebhook, [listWebhooks, getWebhook, listDeliveries])
  const remove = useWrite(deleteWebhook, [listWebhooks])
  const rotate = useWrite(rotateSecret, [listWebhooks, getWebhook])
  const test = useWrite(testWebhook, [listDeliveries])
  const replay = useWrite(replayDelivery, [listDeliveries, getWebhook])
  const [secret, setSecret] = useState<string>()
  const act = useAct()
  const navigate = useNavigate()
  const name = hostOf(webhook)

  return {
    secret,
    hideSecret: () => setSecret(undefined),
    isTesting: test.isPending,
    test: () =>
      act({
        send: () => test.mutateAsync({ params }),
        done: ({ last_error, last_status, tries }) =>
          last_error
            ? toast.failure(new Error(`The test failed: ${last_error}`))
            : toast.success(`${name} answered ${last_status} in ${tries[0]?.duration_ms ?? 0} ms`),
      }),
    setActive: (is_active: boolean) =>
      act({
        ...activation(is_active),
        name,
        record: webhook,
        action: is_active ? 'Switch on' : 'Switch off',
        send: ({ id, version }) => update.mutateAsync({ params: { id }, body: { is_active, version } }),
        describe: webhookChanges,
        done: is_active ? `${name} is on: what waited is sent now` : `${name} is off`,
      }),
    rotate: () =>
      act({
        question: {
          title: 'Make a new secret?',
          body: `Deliveries are signed with both secrets for ${rotationHours} hours, so that you can change the receiver meanwhile.`,
          action: 'Make a new secret',
        },
        send: () => rotate.mutateAsync({ params }),
        done: ({ secret }) => setSecret(secret),
      }),
    replay: (delivery: string) =>
      act({
        send: () => replay.mutateAsync({ params: { ...params, delivery } }),
        done: 'It will be sent again',
      }),
    remove: () =>
      act({
        question: dangerous(
          `Delete the webhook of ${name}?`,
          'Nothing more is sent there, and the log of its deliveries is deleted, too. This cannot be undone.',
          'Delete',
        ),
        send: () => remove.mutateAsync({ params }),
        done: () => {
          toast.success('Webhook deleted')
          navigate('/webhooks')
        },
      }),
  }
}

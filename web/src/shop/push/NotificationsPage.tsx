import type { Output } from '@our-print/contract/endpoint.ts'
import type { PushKind } from '@our-print/contract/shop/pushKinds.ts'
import {
  createPushSubscription,
  deletePushSubscription,
  listPushSubscriptions,
} from '@our-print/contract/shop/pushSubscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRead, useWrite } from '../../base/api/api.ts'
import { useAct } from '../../base/dialog/useAct.tsx'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { formatHour, plural } from '../../base/format/format.ts'
import { Page, Section } from '../../base/page/Page.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Checkbox } from '../../base/ui/Checkbox.tsx'
import { FieldGroup } from '../../base/ui/Field.tsx'
import { SelectField } from '../../base/ui/Input.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { addressOf, currentSubscription, subscribe, whyNoPush } from './devicePush.ts'
import { pushKindLabels } from './noticeOf.ts'
import { keepTold } from './renewPush.ts'

type Reply = Output<typeof listPushSubscriptions>

/** What this device tells while the app is closed, as the signed-in person chooses. */
export function NotificationsPage() {
  const reply = useRead(listPushSubscriptions, {})
  const publicKey = reply.data?.public_key
  const device = useQuery({
    queryKey: ['push on this device', publicKey],
    queryFn: async () => {
      const obstacle = await whyNoPush()
      const subscription = obstacle ? undefined : await currentSubscription(publicKey ?? '')
      return { obstacle: obstacle ?? null, subscription: subscription ?? null }
    },
    enabled: publicKey !== undefined,
    staleTime: 0,
    // The app is kept some seconds after it is opened for the first time, and a browser’s settings are changed beside it.
    refetchInterval: ({ state }) => (state.data?.obstacle ? 3_000 : false),
  })
  if (!reply.data || !device.data) {
    return reply.error ? <LoadFailure title="Notifications could not be loaded" reply={reply} /> : <Loading />
  }
  const { obstacle, subscription } = device.data
  return (
    <Page title="Notifications" narrow>
      {obstacle === null ? (
        <ThisDevice reply={reply.data} subscription={subscription} onChange={() => device.refetch()} />
      ) : (
        <Alert severity="info">{obstacle}</Alert>
      )}
      <OtherDevices reply={reply.data} here={subscription?.endpoint} />
    </Page>
  )
}

type Choices = { kinds: readonly PushKind[]; quiet_from: number | null; quiet_to: number | null }
type ThisDeviceProps = {
  reply: Reply
  subscription: PushSubscription | null
  onChange: () => Promise<unknown>
}

function ThisDevice({ reply, subscription, onChange }: ThisDeviceProps) {
  const known = reply.subscriptions.find(({ endpoint }) => endpoint === subscription?.endpoint)
  const [choices, setChoices] = useState<Choices>(
    known ?? { kinds: reply.kinds, quiet_from: null, quiet_to: null },
  )
  const act = useAct()
  const save = useWrite(createPushSubscription, [listPushSubscriptions])
  const remove = useWrite(deletePushSubscription, [listPushSubscriptions])
  const isQuiet = choices.quiet_from !== null
  const change = (more: Partial<Choices>) => setChoices({ ...choices, ...more })
  const toggle = (kind: PushKind) =>
    change({ kinds: reply.kinds.filter((one) => (one === kind) !== choices.kinds.includes(one)) })

  const send = (done: string) =>
    act({
      send: async () => {
        const own = (known && subscription) ?? (await subscribe(reply.public_key))
        const { kinds, quiet_from, quiet_to } = choices
        const body = { kinds: [...kinds], quiet_from, quiet_to, public_key: reply.public_key }
        keepTold(await save.mutateAsync({ body: { ...body, ...addressOf(own) } }))
        await onChange()
        return true
      },
      done,
    })
  const switchOff = () =>
    act({
      send: async () => {
        if (known) await remove.mutateAsync({ params: { id: known.id } })
        keepTold(undefined)
        await subscription?.unsubscribe()
        await onChange()
        return true
      },
      done: 'This device is told nothing any more',
    })

  return (
    <Section title="This device">
      <Stack gap={3}>
        <Text as="div" tone="muted">
          {known
            ? 'You are told here what happens, also while the app is closed.'
            : 'Be told here what happens, also while the app is closed. A notice names an order by its number and nobody by name.'}
        </Text>
        <FieldGroup label="Tell me when">
          <Stack>
            {reply.kinds.map((kind) => (
              <Checkbox
                key={kind}
                label={pushKindLabels[kind]}
                checked={choices.kinds.includes(kind)}
                onChange={() => toggle(kind)}
              />
            ))}
          </Stack>
        </FieldGroup>
        <FieldGroup label="Quiet hours" hint="What happens meanwhile is told at their end.">
          <Stack gap={2}>
            <Checkbox
              label="Tell me nothing between two hours"
              checked={isQuiet}
              onChange={() =>
                change(isQuiet ? { quiet_from: null, quiet_to: null } : { quiet_from: 21, quiet_to: 8 })
              }
            />
            {isQuiet && (
              <Row gap={2}>
                <Hour
                  label="From"
                  value={choices.quiet_from}
                  onChange={(quiet_from) => change({ quiet_from })}
                />
                <Hour label="To" value={choices.quiet_to} onChange={(quiet_to) => change({ quiet_to })} />
              </Row>
            )}
          </Stack>
        </FieldGroup>
        <Row gap={2}>
          <Button
            look="primary"
            loading={save.isPending}
            onClick={() => void send(known ? 'Saved' : 'This device is told what happens')}
          >
            {known ? 'Save' : 'Switch on'}
          </Button>
          {known && (
            <Button loading={remove.isPending} onClick={() => void switchOff()}>
              Switch off
            </Button>
          )}
        </Row>
      </Stack>
    </Section>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatHour(hour) }))

type HourProps = { label: string; value: number | null; onChange: (hour: number) => void }

const Hour = ({ label, value, onChange }: HourProps) => (
  <SelectField
    label={label}
    value={String(value ?? 0)}
    options={hours}
    onChange={(hour) => onChange(Number(hour))}
  />
)

/** What else is told to the person: they may have lost one, or given it away. */
function OtherDevices({ reply, here }: { reply: Reply; here: string | undefined }) {
  const act = useAct()
  const remove = useWrite(deletePushSubscription, [listPushSubscriptions])
  const others = reply.subscriptions.filter(({ endpoint }) => endpoint !== here)
  if (others.length === 0) return null
  const switchOff = () =>
    act({
      send: () => Promise.all(others.map(({ id }) => remove.mutateAsync({ params: { id } }))),
      done: 'Your other devices are told nothing any more',
    })
  return (
    <Section title="Other devices">
      <Row gap={2} align="baseline">
        <Text>
          {plural(others.length, 'other device')} of yours {others.length === 1 ? 'is' : 'are'} told, too.
        </Text>
        <Button look="plain" tone="danger" loading={remove.isPending} onClick={() => void switchOff()}>
          Switch them off
        </Button>
      </Row>
    </Section>
  )
}

import {
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  rotateSecret,
  rotationHours,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '@our-print/contract/shop/webhooks.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useWrite } from '../../base/api/api.ts'
import { activation, dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { hostOf, webhookChanges } from './webhookTexts.ts'

/** Actions on one webhook; `secret` is the new one after a rotation. */
export function useWebhookActions(webhook: Webhook) {
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
          void navigate('/webhooks')
        },
      }),
  }
}

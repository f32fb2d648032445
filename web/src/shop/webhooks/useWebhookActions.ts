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
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { useRecordAction } from '../../base/dialog/useRecordAction.tsx'
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
  const confirm = useConfirm()
  const run = useRecordAction()
  const navigate = useNavigate()
  const name = hostOf(webhook)

  async function attempt(work: () => Promise<unknown>) {
    try {
      await work()
    } catch (error) {
      toast.failure(error as Error)
    }
  }

  return {
    secret,
    hideSecret: () => setSecret(undefined),
    isTesting: test.isPending,
    test: () =>
      attempt(async () => {
        const { last_error, last_status, tries } = await test.mutateAsync({ params })
        if (last_error) toast.failure(new Error(`The test failed: ${last_error}`))
        else toast.success(`${name} answered ${last_status} in ${tries[0]?.duration_ms ?? 0} ms`)
      }),
    setActive: (is_active: boolean) =>
      attempt(async () => {
        const done = await run({
          name,
          record: webhook,
          action: is_active ? 'Switch on' : 'Switch off',
          send: ({ id, version }) => update.mutateAsync({ params: { id }, body: { is_active, version } }),
          describe: webhookChanges,
          isDone: (now) => now.is_active === is_active,
        })
        if (done) toast.success(is_active ? `${name} is on: what waited is sent now` : `${name} is off`)
      }),
    rotate: () =>
      attempt(async () => {
        const question = {
          title: 'Make a new secret?',
          body: `Deliveries are signed with both secrets for ${rotationHours} hours, so that you can change the receiver meanwhile.`,
          action: 'Make a new secret',
        }
        if (await confirm(question)) setSecret((await rotate.mutateAsync({ params })).secret)
      }),
    replay: (delivery: string) =>
      attempt(async () => {
        await replay.mutateAsync({ params: { ...params, delivery } })
        toast.success('It will be sent again')
      }),
    remove: () =>
      attempt(async () => {
        const question = {
          title: `Delete the webhook of ${name}?`,
          body: 'Nothing more is sent there, and the log of its deliveries is deleted, too. This cannot be undone.',
          action: 'Delete',
          danger: true,
        }
        if (!(await confirm(question))) return
        await remove.mutateAsync({ params })
        toast.success('Webhook deleted')
        void navigate('/webhooks')
      }),
  }
}

import { createMessage, listMessages } from '@our-print/contract/customer/messages.ts'
import { useWrite } from '../../base/api/api.ts'
import { useAct } from '../../base/dialog/useAct.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { Button } from '../../base/ui/Button.tsx'
import { channelLabels } from './messageTexts.tsx'

/** Reminds a customer of what is owed. */
export function RemindButton({ user, name }: { user: string; name: string }) {
  const write = useWrite(createMessage, [listMessages])
  const act = useAct()
  const remind = () =>
    act({
      question: {
        title: `Remind ${name}?`,
        body: 'They get a message with what is owed of delivered orders, at most once a day.',
        action: 'Remind',
      },
      send: () => write.mutateAsync({ body: { fact: 'payment_reminder', user } }),
      done: ({ channel }) => toast.success(`${name} is reminded by ${channelLabels[channel]}`),
    })
  return (
    <Button loading={write.isPending} onClick={() => void remind()}>
      Remind
    </Button>
  )
}

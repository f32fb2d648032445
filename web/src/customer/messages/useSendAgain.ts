import { listMessages, type Message, sendAgain } from '@our-print/contract/customer/messages.ts'
import { useWrite } from '../../base/api/api.ts'
import { useAct } from '../../base/dialog/useAct.tsx'
import { channelLabels } from './messageTexts.tsx'

/** Sends a message once more, after a question where it may have arrived already. */
export function useSendAgain() {
  const write = useWrite(sendAgain, [listMessages])
  const act = useAct()
  return ({ id, state, user_name, channel }: Message) =>
    act({
      ...(state === 'sent' && {
        question: {
          title: 'Send it again?',
          body: `${user_name} has this message already and gets it a second time.`,
          action: 'Send again',
        },
      }),
      send: () => write.mutateAsync({ params: { id } }),
      done: `It will be sent again by ${channelLabels[channel]}`,
    })
}

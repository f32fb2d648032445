import {
  createInboundAddress,
  getInboundAddress,
  revokeInboundAddress,
} from '@our-print/contract/customer/inboundAddress.ts'
import type { MessageChannelSetup } from '@our-print/contract/customer/messageChannels.ts'
import { getMessageChannel, listMessageChannels } from '@our-print/contract/customer/messageChannels.ts'
import { useRead, useWrite } from '../../base/api/api.ts'
import { dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { PartFailure } from '../../base/feedback/PartFailure.tsx'
import { CopyCode } from '../../base/page/CopyCode.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'
import { channelLabels } from './messageTexts.tsx'

/** The address to which the provider of a channel reports STOP and START: to copy, renew or revoke. */
export function InboundAddress({ setup }: { setup: MessageChannelSetup }) {
  const input = { params: { id: setup.id } }
  const label = channelLabels[setup.channel]
  const reply = useRead(getInboundAddress, input)
  // Its channel has a new version.
  const stale = [getInboundAddress, listMessageChannels, getMessageChannel]
  const make = useWrite(createInboundAddress, stale)
  const revoke = useWrite(revokeInboundAddress, stale)
  const act = useAct()
  const address = reply.data
  const isThere = address !== undefined && address.state !== 'none'

  const renew = () =>
    act({
      ...(isThere && {
        question: dangerous(
          'Renew the address?',
          'The provider reports nothing until it has the new one.',
          'Renew',
        ),
      }),
      send: () => make.mutateAsync(input),
      done: isThere ? 'Address renewed' : 'Address made',
    })
  const end = () =>
    act({
      question: dangerous(
        'Revoke the address?',
        'Customers who answer STOP still get messages, unless you switch them off by hand.',
        'Revoke',
      ),
      send: () => revoke.mutateAsync(input),
      done: 'Address revoked',
    })

  return (
    <Stack gap={2}>
      <Heading level="h3" like="h4">
        Answers of customers
      </Heading>
      <PartFailure reply={reply} what="It" />
      {!address && !reply.error && <Text tone="muted">Loading …</Text>}
      {address && (
        <>
          {address.url && <CopyCode text={address.url} label={`Copy the address for ${label}`} />}
          <Text size="small" tone="muted" flow="wrap">
            {address.state === 'lost'
              ? 'It can no longer be shown here. Renew it, and give the new one to your provider.'
              : address.state === 'open'
                ? `Your provider sends each answer there by POST, with the number as ${setup.sender_field} and the text as ${setup.text_field}. STOP or UNSUBSCRIBE switches ${label} off for that customer, START on again.`
                : 'With an address here, your provider can report who answers STOP: they get no more messages by this channel.'}
          </Text>
          <Row gap={2} wrap>
            <Button
              aria-label={`${isThere ? 'Renew' : 'Make'} the address for ${label}`}
              loading={make.isPending}
              onClick={() => void renew()}
            >
              {isThere ? 'Renew' : 'Make an address'}
            </Button>
            {isThere && (
              <Button
                look="plain"
                tone="danger"
                aria-label={`Revoke the address for ${label}`}
                loading={revoke.isPending}
                onClick={() => void end()}
              >
                Revoke
              </Button>
            )}
          </Row>
        </>
      )}
    </Stack>
  )
}

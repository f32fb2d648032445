import {
  acceptOrderRequest,
  declineOrderRequest,
  getOrderRequest,
  listOrderRequests,
  type OrderRequest,
} from '@our-print/contract/customer/orderRequests.ts'
import { getOrder, listOrders } from '@our-print/contract/orders/orders.ts'
import { bindings, colorChoices, paperSizes, sides } from '@our-print/contract/shop/configurations.ts'
import { z } from 'zod'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { SelectInput, TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { Columns } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { bindingLabels, colorLabels, sidesLabels } from '../../shop/configurations/printTexts.ts'

const stale = [listOrderRequests, getOrderRequest, listOrders, getOrder]

type Props = { request: OrderRequest; onClose: () => void }

/** The answers to a request. */
export default function RequestDialogs({ answering, ...props }: Props & { answering: 'accept' | 'decline' }) {
  if (answering === 'decline') return <DeclineDialog {...props} />
  return props.request.kind === 'new' ? <TakeInDialog {...props} /> : <AgreeDialog {...props} />
}

const declineSchema = declineOrderRequest.schema.body

function DeclineDialog({ request, onClose }: Props) {
  const { id, number, version } = request
  const save = useWrite(declineOrderRequest, stale)
  const form = useContractForm(declineSchema, { defaultValues: { reason: '' }, mode: 'onSubmit' })
  return (
    <SendDialog
      title={`Decline request ${number}`}
      form={form}
      save={save}
      submitLabel="Decline"
      onClose={onClose}
      inputOf={(body) => ({ params: { id }, body: { ...body, version } })}
      savedMessage={() => 'Request declined'}
    >
      <TextInput
        name="reason"
        label="Why"
        rows={3}
        hint={
          request.kind === 'new'
            ? 'Tell it to the visitor by phone. The files go within a day.'
            : 'The customer reads it on the page of their order.'
        }
      />
    </SendDialog>
  )
}

const agreeSchema = z.strictObject({})

function AgreeDialog({ request, onClose }: Props) {
  const { id, kind, number, order, version } = request
  const save = useWrite(acceptOrderRequest, stale)
  const form = useContractForm(agreeSchema, { defaultValues: {}, mode: 'onSubmit' })
  const isCancel = kind === 'cancel'
  return (
    <SendDialog
      title={`Accept request ${number}`}
      form={form}
      save={save}
      submitLabel={isCancel ? `Cancel order ${order?.number}` : 'Take it in'}
      onClose={onClose}
      inputOf={() => ({ params: { id }, body: { version } })}
      savedMessage={({ accepted_order }) =>
        accepted_order ? `Taken in as order ${accepted_order.number}` : `Order ${order?.number} cancelled`
      }
    >
      <Text as="div">
        {isCancel
          ? `Order ${order?.number} is cancelled, as the customer asked.`
          : `Order ${order?.number} is taken in once more, with copies of its files, at the prices of today.`}
      </Text>
    </SendDialog>
  )
}

const takeInSchema = acceptOrderRequest.schema.body.shape.wanted.unwrap()

const options = <V extends string>(values: readonly V[], labels?: Record<V, string>) =>
  values.map((value) => ({ value, label: labels?.[value] ?? value }))

/** Takes a visitor's order in, corrected where that is needed. */
function TakeInDialog({ request, onClose }: Props) {
  const { id, number, version, wanted } = request
  const save = useWrite(acceptOrderRequest, stale)
  const form = useContractForm(takeInSchema, {
    defaultValues: { ...takeInSchema.parse(wanted) },
    mode: 'onSubmit',
  })
  return (
    <SendDialog
      title={`Accept request ${number}`}
      form={form}
      save={save}
      submitLabel="Take it in"
      onClose={onClose}
      inputOf={(body) => ({ params: { id }, body: { wanted: body, version } })}
      savedMessage={({ accepted_order }) => `Taken in as order ${accepted_order?.number}`}
    >
      <TextInput name="title" label="Title" />
      <Columns>
        <TextInput name="copies" label="Copies" number />
        <SelectInput name="color" label="Colour" options={options(colorChoices, colorLabels)} />
      </Columns>
      <Columns>
        <SelectInput name="sides" label="Sides" options={options(sides, sidesLabels)} />
        <SelectInput name="paper_size" label="Paper" options={options(paperSizes)} />
      </Columns>
      <SelectInput name="binding" label="Binding" options={options(bindings, bindingLabels)} />
      <TextInput name="notes" label="Notes" rows={2} optional />
      <Text as="div" size="small" tone="muted">
        It is priced by today. Whoever has this phone becomes its customer.
      </Text>
    </SendDialog>
  )
}

import type { PriceDay } from '@our-print/contract/orders/orderChanges.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { getUser, type User } from '@our-print/contract/people/customers.ts'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useRead } from '../base/api/api.ts'
import { useCan } from '../base/api/useCan.ts'
import { EditDialog } from '../base/dialog/EditDialog.tsx'
import { TextInput, useContractForm } from '../base/form/contractForm.tsx'
import { amountSign } from '../base/format/format.ts'
import { Section } from '../base/page/Page.tsx'
import { Alert } from '../base/ui/Alert.tsx'
import { Button } from '../base/ui/Button.tsx'
import { Columns, Stack } from '../base/ui/Layout.tsx'
import { CustomerPicker } from '../people/customers/CustomerPicker.tsx'
import { pagesProblem } from '../printing/sheets/countOrder.ts'
import { ChangedPrice } from './ChangedPrice.tsx'
import { changesOf, EditedOrder, fieldsOf, prepare } from './editOrderForm.ts'
import { AddressFields } from './newOrder/AddressFields.tsx'
import { DeliverySection } from './newOrder/DeliverySection.tsx'
import ExtraLines from './newOrder/ExtraLines.tsx'
import { NewOrderFiles } from './newOrder/NewOrderFiles.tsx'
import PlanChoice from './newOrder/PlanChoice.tsx'
import { PrintOptions } from './newOrder/PrintOptions.tsx'
import { useUploads } from './newOrder/useUploads.ts'
import { orderChanges } from './orderMoves/orderChanges.ts'
import { useUpdateOrder } from './orderMoves/useUpdateOrder.ts'
import PromisedField from './promises/PromisedField.tsx'
import { useDuplicate } from './useDuplicate.ts'

/** Changes an order: all of it until it is printed, then what can still change. */
export default function EditOrderDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const changing = useUpdateOrder(order, orderChanges)
  const { seen } = changing
  const form = useContractForm(EditedOrder, { defaultValues: fieldsOf(order), prepare })
  const uploads = useUploads(order.order_files)
  const [prices, setPrices] = useState<PriceDay>('order_day')
  const [tried, setTried] = useState(false)
  const fields = useWatch({ control: form.control })
  const seesPrices = useCan('prices')
  const isOpen = seen.is_open_to_change !== false

  const files = uploads.uploads.map(({ id, page_ranges }) => ({
    id,
    page_ranges: page_ranges.trim() || null,
  }))
  const filesBefore = seen.order_files.map(({ id, page_ranges }) => ({ id, page_ranges }))
  const isOtherFiles = JSON.stringify(files) !== JSON.stringify(filesBefore)
  const problem = filesProblem(uploads)
  const bodyOf = (values: object) => {
    const changes = changesOf(values, seen)
    const change = { ...changes, ...(isOtherFiles && files.length > 0 && { files }) }
    return Object.keys(change).length > 0 && prices === 'today' ? { ...change, prices } : change
  }

  return (
    <EditDialog
      title={`Edit order ${order.number}`}
      what="This order"
      form={form}
      changing={{
        ...changing,
        // Not sent before its files are there.
        update: async (body) => {
          setTried(true)
          if (problem) return undefined
          const saved = await changing.update(body)
          if (saved) uploads.release()
          return saved
        },
      }}
      valuesOf={fieldsOf}
      bodyOf={bodyOf}
      savedMessage={({ number }) => `Order ${number} saved`}
      wide={isOpen}
      unsaved={isOtherFiles}
      onClose={onClose}
    >
      {!isOpen && <Printed order={order} onClose={onClose} />}
      <TextInput name="title" label="Title" autoFocus />
      <TextInput name="notes" label="Notes" rows={3} optional />
      {isOpen ? (
        <>
          <Everything
            order={order}
            uploads={uploads}
            problem={tried || uploads.pending === 0 ? problem : undefined}
          />
          {seesPrices && (
            <ChangedPrice
              order={seen}
              body={bodyOf(prepare(fields as ReturnType<typeof fieldsOf>))}
              prices={prices}
              onPrices={setPrices}
            />
          )}
        </>
      ) : (
        <>
          <PromisedField />
          {order.address && <AddressFields />}
        </>
      )}
    </EditDialog>
  )
}

function filesProblem({ items, uploads, pending, failed }: ReturnType<typeof useUploads>) {
  if (pending > 0) return 'Wait until the files are uploaded, then save'
  if (failed > 0) return 'Retry the files that did not upload, or remove them'
  if (uploads.some(pagesProblem)) return 'Mend the pages to print'
  return items.every(({ state }) => state === 'refused') ? 'Add at least one file' : undefined
}

/** Why not all of it can change, and the ways that are left. */
function Printed({ order, onClose }: { order: Order; onClose: () => void }) {
  const duplicate = useDuplicate(order)
  return (
    <Alert
      severity="info"
      title="Only title, promised time, notes and address can still change"
      action={
        <Button
          look="plain"
          size="small"
          onClick={() => {
            onClose()
            duplicate()
          }}
        >
          Duplicate
        </Button>
      }
    >
      {order.is_ready && order.printed === 'none'
        ? 'It is ready for pick-up. To print it otherwise, take that back first.'
        : 'Its printing has begun. To print it otherwise, duplicate it, or reprint a file under Printing.'}
    </Alert>
  )
}

type Props = { order: Order; uploads: ReturnType<typeof useUploads>; problem: string | undefined }

/** What can be changed until it is printed, by the parts of the new order, as far as the person sees it. */
function Everything({ order, uploads, problem }: Props) {
  const seesCustomers = useCan('customers')
  const [seesPrices, givesDiscounts] = [useCan('prices'), useCan('discounts')]
  const [chosen, setChosen] = useState<User | null>()
  const { data } = useRead(getUser, { params: { id: order.user } }, { enabled: seesCustomers })
  const customer = chosen === undefined ? (data ?? null) : chosen
  const chooseFiles = useRef<HTMLButtonElement>(null)
  return (
    <Stack gap={4}>
      {seesCustomers && (
        <Section title="Customer">
          <Stack gap={4}>
            <CustomerPicker name="user" value={customer} onChange={setChosen} />
            {customer && <PlanChoice user={customer.id} files={uploads.uploads} />}
          </Stack>
        </Section>
      )}
      <Section title="Files">
        <NewOrderFiles uploads={uploads} buttonRef={chooseFiles} error={problem} onSendAgain={undefined} />
      </Section>
      <Section title="Print options">
        <PrintOptions uploads={uploads} />
      </Section>
      {seesCustomers ? <DeliverySection customer={customer} /> : <PromisedField />}
      {seesPrices && (
        <Section title="Price">
          <Stack gap={4}>
            <ExtraLines />
            <TextInput name="coupon_code" label="Coupon code" capitals optional />
            {givesDiscounts && <PriceByHand />}
          </Stack>
        </Section>
      )}
    </Stack>
  )
}

const PriceByHand = () => (
  <Columns>
    <TextInput
      name="price_by_hand"
      label="Price by hand"
      number
      start={amountSign()}
      optional
      hint="In place of the calculated price, before a coupon."
    />
    <TextInput name="price_by_hand_reason" label="Reason" optional hint="Needed with a price by hand." />
  </Columns>
)

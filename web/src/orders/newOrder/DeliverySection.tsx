import { listOrders } from '@our-print/contract/orders/orders.ts'
import type { User } from '@our-print/contract/people/customers.ts'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useRead } from '../../base/api/api.ts'
import { Section } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Switch } from '../../base/ui/Checkbox.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { AddressFields } from '../AddressFields.tsx'
import styles from './DeliverySection.module.css'
import type { NewOrderFields } from './newOrderForm.ts'

/** Delivery to an address, or pickup at the shop. */
export function DeliverySection({ customer }: { customer: User | null }) {
  const { control } = useFormContext<NewOrderFields>()
  const { field } = useController({ name: 'pickup', control })
  return (
    <Section
      title="Delivery"
      aside={
        <div className={styles.pickup}>
          <Switch
            label="Pickup"
            checked={field.value}
            onChange={({ target }) => field.onChange(target.checked)}
            onBlur={field.onBlur}
          />
        </div>
      }
    >
      {field.value ? (
        <Text tone="muted">The customer picks it up at the shop. No delivery fee.</Text>
      ) : (
        <Stack gap={3}>
          {customer && <LastAddress customer={customer} />}
          <AddressFields />
        </Stack>
      )}
    </Section>
  )
}

/** Offers the address of the customer's last delivery while no address is typed. */
function LastAddress({ customer }: { customer: User }) {
  const { control, setValue } = useFormContext<NewOrderFields>()
  const [line1, city] = useWatch({ control, name: ['address.line1', 'address.city'] })
  const { data } = useRead(
    listOrders,
    { querystring: { query: customer.mobile, limit: '5' } },
    { enabled: customer.orders_count > 0 },
  )
  const address = data?.results.find((order) => order.user === customer.id && order.address)?.address
  if (!address || line1 || city) return null
  return (
    <Row>
      <Button
        size="small"
        onClick={() => setValue('address', address, { shouldDirty: true, shouldValidate: true })}
      >
        <Text flow="wrap">Use last address: {[address.line1, address.city, address.pincode].join(', ')}</Text>
      </Button>
    </Row>
  )
}

import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { listOrders } from '@our-print/contract/orders/orders.ts'
import type { User } from '@our-print/contract/people/customers.ts'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useRead } from '../../base/api/api.ts'
import { SecondaryButton, Section } from '../../base/page/Page.tsx'
import { AddressFields } from '../AddressFields.tsx'
import type { NewOrderFields } from './newOrderForm.ts'

/** Delivery to an address, or pickup at the shop. */
export function DeliverySection({ customer }: { customer: User | null }) {
  const { control } = useFormContext<NewOrderFields>()
  const { field } = useController({ name: 'pickup', control })
  return (
    <Section
      title="Delivery"
      aside={
        <FormControlLabel
          label="Pickup"
          control={
            <Switch
              size="small"
              checked={field.value}
              onChange={(_, pickup) => field.onChange(pickup)}
              onBlur={field.onBlur}
            />
          }
          sx={{ mr: 0, my: -1, gap: 0.5 }}
        />
      }
    >
      {field.value ? (
        <Box sx={{ color: 'text.secondary' }}>The customer picks it up at the shop. No delivery fee.</Box>
      ) : (
        <>
          {customer && <LastAddress customer={customer} />}
          <AddressFields />
        </>
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
    <SecondaryButton
      size="small"
      onClick={() => setValue('address', address, { shouldDirty: true, shouldValidate: true })}
      sx={{ mb: 1.5, whiteSpace: 'normal', textAlign: 'left' }}
    >
      Use last address: {[address.line1, address.city, address.pincode].join(', ')}
    </SecondaryButton>
  )
}

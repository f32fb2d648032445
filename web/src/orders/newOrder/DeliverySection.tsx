import { listCustomerAddresses } from '@our-print/contract/people/customerAddresses.ts'
import type { User } from '@our-print/contract/people/customers.ts'
import type { Address } from '@our-print/contract/values.ts'
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useRead } from '../../base/api/api.ts'
import { addressText } from '../../base/format/addressText.ts'
import { Section } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Switch } from '../../base/ui/Checkbox.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Menu, MenuItem } from '../../base/ui/Menu.tsx'
import { Text } from '../../base/ui/Text.tsx'
import PromisedField from '../promises/PromisedField.tsx'
import { AddressFields } from './AddressFields.tsx'
import styles from './DeliverySection.module.css'
import { emptyOrder, type NewOrderFields } from './newOrderForm.ts'

type Props = {
  customer: User | null
  renderProposal?: ComponentProps<typeof PromisedField>['renderProposal']
}

/** Delivery to an address, or pickup at the shop. */
export function DeliverySection({ customer, renderProposal }: Props) {
  const { control } = useFormContext<NewOrderFields>()
  const { field } = useController({ name: 'pickup', control })
  const known = useKnownAddresses(customer)
  return (
    <Section
      title="Delivery"
      aside={
        <div className={styles.pickup}>
          <Switch
            label="Pick-up"
            checked={field.value}
            onChange={({ target }) => field.onChange(target.checked)}
            onBlur={field.onBlur}
          />
        </div>
      }
    >
      <Stack gap={4}>
        {field.value ? (
          <Text tone="muted">The customer picks it up at the shop. No delivery fee.</Text>
        ) : (
          <Stack gap={3}>
            <KnownAddresses known={known} />
            <AddressFields />
          </Stack>
        )}
        <div className={styles.promise}>
          <PromisedField renderProposal={renderProposal} />
        </div>
      </Stack>
    </Section>
  )
}

/**
 * The addresses of the customer, the last used first; it is filled in for who has typed none. Another customer's takes its
 * place as long as nobody has changed it.
 */
function useKnownAddresses(customer: User | null): readonly Address[] {
  const { getValues, setValue, formState } = useFormContext<NewOrderFields>()
  const { isSubmitted } = formState
  const filled = useRef<Address>(emptyOrder.address)
  const id = customer?.id
  const { data } = useRead(
    listCustomerAddresses,
    { params: { id: id ?? '' }, querystring: { limit: '20' } },
    { enabled: id !== undefined },
  )
  const isRead = data !== undefined
  const fill = useEffectEvent(() => {
    if (!isSame(getValues('address'), filled.current)) return
    filled.current = data?.results[0]?.address ?? emptyOrder.address
    setValue('address', filled.current, { shouldValidate: isSubmitted })
  })
  useEffect(() => {
    if (id && isRead) fill()
  }, [id, isRead])
  return data?.results.map(({ address }) => address) ?? []
}

/** Says where the address comes from, and offers the others. */
function KnownAddresses({ known }: { known: readonly Address[] }) {
  const { control, setValue } = useFormContext<NewOrderFields>()
  const current = useWatch({ control, name: 'address' })
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const others = known.filter((address) => !isSame(address, current))
  if (known.length === 0) return null
  return (
    <Row gap={2} wrap>
      {others.length < known.length && (
        <Text size="small" tone="muted">
          {isSame(known[0], current) ? 'Where their last order went.' : 'Where an earlier order went.'}
        </Text>
      )}
      {others.length > 0 && (
        <Button
          size="small"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          Other addresses
        </Button>
      )}
      {anchor && (
        <Menu label="Other addresses" anchor={anchor} align="start" onClose={() => setAnchor(null)}>
          {others.map((address) => (
            <MenuItem
              key={addressText(address)}
              onClick={() => setValue('address', address, { shouldDirty: true, shouldValidate: true })}
            >
              {addressText(address)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </Row>
  )
}

const isSame = (one: Address | undefined, other: Address) =>
  one !== undefined && addressText(one) === addressText(other)

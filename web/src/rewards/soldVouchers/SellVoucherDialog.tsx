import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { User } from '@our-print/contract/people/customers.ts'
import { getCoins } from '@our-print/contract/rewards/coins.ts'
import { type SoldVoucher, sellVoucher } from '@our-print/contract/rewards/soldVouchers.ts'
import type { VoucherGroup } from '@our-print/contract/rewards/vouchers.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query, useWrite } from '../../base/api/api.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { useFieldError } from '../../base/form/formErrors.ts'
import { useContractForm } from '../../base/form/useContractForm.ts'
import { formatDay } from '../../base/format/dates.ts'
import { coins } from '../../base/format/format.ts'
import { Facts } from '../../base/page/Section.tsx'
import { CustomerPicker } from '../../people/customers/CustomerPicker.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { GroupPicker } from './GroupPicker.tsx'
import { queriesAfterSale } from './queriesAfterSale.ts'
import { SoldVoucherCode } from './SoldVoucherCode.tsx'

const schema = sellVoucher.schema.body

type Props = {
  /** The customer, if known: then it cannot be chosen. */
  customer?: User
  onClose: () => void
}

/** Sells a customer a voucher for coins and shows its code. */
export default function SellVoucherDialog({ customer: known, onClose }: Props) {
  const buy = useWrite(sellVoucher, queriesAfterSale)
  const [customer, setCustomer] = useState<User | null>(known ?? null)
  const [group, setGroup] = useState<VoucherGroup | null>(null)
  const [sold, setSold] = useState<SoldVoucher>()
  const form = useContractForm(schema, {
    defaultValues: { user_id: known?.id ?? '', voucher_info_id: '' },
  })
  return (
    <FormDialog
      title={sold ? 'Voucher sold' : known ? `Sell ${fullName(known)} a voucher` : 'Sell voucher'}
      submitLabel="Sell voucher"
      form={form}
      save={buy}
      done={sold !== undefined}
      onClose={onClose}
      onSubmit={(body) => buy.mutate({ body }, { onSuccess: setSold })}
    >
      {sold ? (
        <SoldVoucherCode sold={sold} />
      ) : (
        <>
          {!known && (
            <Box>
              <Typography component="p" variant="body2" sx={{ fontWeight: 600, mb: 0.5 }}>
                Customer
              </Typography>
              <CustomerPicker name="user_id" value={customer} onChange={setCustomer} />
            </Box>
          )}
          <GroupPicker
            name="voucher_info_id"
            value={group}
            onChange={setGroup}
            autoFocus={known !== undefined}
          />
          {customer && <Balance customer={customer} group={group} />}
          {known && <RefusedCustomer />}
        </>
      )}
    </FormDialog>
  )
}

/** The server's error about the customer, if the form has no customer field. */
function RefusedCustomer() {
  const problem = useFieldError('user_id')
  if (!problem) return null
  return (
    <Alert severity="error" variant="outlined">
      {problem}
    </Alert>
  )
}

/** The customer's coin balance before and after the sale. */
function Balance({ customer, group }: { customer: User; group: VoucherGroup | null }) {
  const { data } = useQuery(query(getCoins, { querystring: { user_id: customer.id } }))
  const now = data?.balance ?? customer.coins
  const cost = group?.cost ?? 0
  const short = cost > now
  return (
    <Box aria-live="polite" sx={{ display: 'grid', gap: 1.5 }}>
      <Facts
        facts={[
          ...(group
            ? [
                { name: 'Company', value: group.client_name },
                { name: 'Voucher', value: group.voucher_detail },
                { name: 'Valid until', value: formatDay(group.expiry_date) },
                { name: 'Cost', value: `${coins(cost)} coins`, strong: true as const },
              ]
            : []),
          {
            name: 'Balance',
            value: group && !short ? `${coins(now)} → ${coins(now - cost)} coins` : `${coins(now)} coins`,
          },
        ]}
      />
      {short && (
        <Box sx={{ typography: 'body2', color: 'error.main' }}>
          {fullName(customer)} has {coins(now)} coins, {coins(cost - now)} coins too few.
        </Box>
      )}
    </Box>
  )
}

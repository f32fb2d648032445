import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { User } from '@our-print/contract/people/customers.ts'
import { getCoins } from '@our-print/contract/rewards/coins.ts'
import { type SoldVoucher, sellVoucher } from '@our-print/contract/rewards/soldVouchers.ts'
import { listVoucherGroups, type VoucherGroup } from '@our-print/contract/rewards/vouchers.ts'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { query, useRead, useWrite } from '../../base/api/api.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { useFieldError } from '../../base/form/formErrors.ts'
import { RecordPicker } from '../../base/form/RecordPicker.tsx'
import { coins, count, formatDay } from '../../base/format/format.ts'
import { ContentCopyOutlined as ContentCopy } from '../../base/icons/screens.tsx'
import { Facts, SecondaryButton } from '../../base/page/Page.tsx'
import { pathOf } from '../../base/page/pathOf.ts'
import { CustomerPicker } from '../../people/customers/CustomerPicker.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { queriesAfterSale } from './queriesAfterSale.ts'

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
  const { data } = useRead(getCoins, { querystring: { user_id: customer.id } })
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

type GroupPickerProps = {
  name: string
  value: VoucherGroup | null
  onChange: (group: VoucherGroup | null) => void
  autoFocus?: boolean
}

/** Finds an available voucher by company, detail or cost; the form's field holds the group's id. */
function GroupPicker({ name, value, onChange, autoFocus }: GroupPickerProps) {
  const { field } = useController({ name })
  return (
    <RecordPicker<VoucherGroup, VoucherGroup>
      field={field}
      label="Voucher"
      listLabel="Vouchers with codes left"
      value={value}
      onChange={(group) => {
        onChange(group)
        field.onChange(group?.id ?? '')
      }}
      search={(words) =>
        query(listVoucherGroups, { querystring: { available: 'true', limit: '50', query: words } })
      }
      nameOf={({ client_name, voucher_detail }) => `${client_name}, ${voucher_detail}`}
      option={option}
      records="Vouchers"
      nothing={(words) => (words ? 'No voucher with codes left matches this' : 'No voucher has codes left')}
      placeholder="Type a company, detail or cost"
      autoFocus={autoFocus}
    />
  )
}

const secondarySx = { typography: 'caption', color: 'text.secondary' } as const

const option = (group: VoucherGroup) => (
  <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, width: 1, minWidth: 0 }}>
    <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
      {group.voucher_detail}
      <Box sx={secondarySx}>
        {group.client_name} · until {formatDay(group.expiry_date)}
      </Box>
    </Box>
    <Box sx={{ textAlign: 'right', whiteSpace: 'nowrap' }}>
      {coins(group.cost)} coins
      <Box sx={secondarySx}>{count(group.available)} left</Box>
    </Box>
  </Box>
)

/** The code of a sold voucher, to read out or copy. */
function SoldVoucherCode({ sold }: { sold: SoldVoucher }) {
  const [copied, setCopied] = useState('')
  const { data, isFetching } = useRead(getCoins, { querystring: { user_id: sold.user } })

  async function copy() {
    try {
      await navigator.clipboard.writeText(sold.voucher_code)
      setCopied('Copied')
    } catch {
      // Browsers give pages served over plain http no clipboard.
      setCopied('Select it and copy it')
    }
  }

  return (
    <>
      <Box
        component="output"
        aria-label="Voucher code"
        sx={{
          display: 'grid',
          justifyItems: 'center',
          gap: 1.5,
          px: 2,
          py: 3,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1.5,
          bgcolor: 'background.default',
          textAlign: 'center',
        }}
      >
        {sold.image && (
          <Box
            component="img"
            src={pathOf(sold.image)}
            alt=""
            sx={{ maxWidth: 160, maxHeight: 96, objectFit: 'contain' }}
          />
        )}
        <Box
          component="code"
          sx={{
            fontSize: sold.voucher_code.length > 18 ? '1.125rem' : '1.625rem',
            lineHeight: 1.3,
            fontWeight: 650,
            letterSpacing: '0.04em',
            overflowWrap: 'anywhere',
            userSelect: 'all',
          }}
        >
          {sold.voucher_code}
        </Box>
        <SecondaryButton size="small" startIcon={<ContentCopy />} onClick={() => void copy()}>
          Copy code
        </SecondaryButton>
        {copied && <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{copied}</Box>}
      </Box>
      <Facts
        facts={[
          { name: 'Customer', value: fullName(sold.user_data) },
          { name: 'Company', value: sold.client_name },
          { name: 'Voucher', value: sold.voucher_detail },
          { name: 'Valid until', value: formatDay(sold.expiry_date) },
          { name: 'Cost', value: `${coins(sold.cost)} coins` },
          { name: 'Balance', value: data && !isFetching ? `${coins(data.balance)} coins` : '…' },
        ]}
      />
    </>
  )
}

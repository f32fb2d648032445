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
import { Facts } from '../../base/page/Page.tsx'
import { pathOf } from '../../base/page/pathOf.ts'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { CustomerPicker } from '../../people/customers/CustomerPicker.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { queriesAfterSale } from './queriesAfterSale.ts'
import styles from './SellVoucherDialog.module.css'

const schema = sellVoucher.schema.body.omit({ cost: true })

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
      // The cost that the screen shows: somebody may have changed it meanwhile.
      onSubmit={(body) => buy.mutate({ body: { ...body, cost: group?.cost } }, { onSuccess: setSold })}
    >
      {sold ? (
        <SoldVoucherCode sold={sold} />
      ) : (
        <>
          {!known && (
            <Stack gap={1}>
              <Text as="p" size="label">
                Customer
              </Text>
              <CustomerPicker name="user_id" value={customer} onChange={setCustomer} />
            </Stack>
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
  return problem ? <Alert severity="error">{problem}</Alert> : null
}

/** The customer's coin balance before and after the sale. */
function Balance({ customer, group }: { customer: User; group: VoucherGroup | null }) {
  const { data } = useRead(getCoins, { querystring: { user_id: customer.id } })
  const now = data?.balance ?? customer.coins
  const cost = group?.cost ?? 0
  const short = cost > now
  return (
    <Stack gap={3} aria-live="polite">
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
        <Text size="small" tone="danger">
          {fullName(customer)} has {coins(now)} coins, {coins(cost - now)} coins too few.
        </Text>
      )}
    </Stack>
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

const option = (group: VoucherGroup) => (
  <Row gap={4} align="baseline" fill>
    <Stack fill>
      <Text flow="wrap">{group.voucher_detail}</Text>
      <Text size="caption" tone="muted" flow="wrap">
        {group.client_name} · until {formatDay(group.expiry_date)}
      </Text>
    </Stack>
    <Stack align="end">
      <Text flow="keep">{coins(group.cost)} coins</Text>
      <Text size="caption" tone="muted" flow="keep">
        {count(group.available)} left
      </Text>
    </Stack>
  </Row>
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
      <output aria-label="Voucher code" className={styles.sold}>
        {sold.image && <img src={pathOf(sold.image)} alt="" className={styles.picture} />}
        <code className={styles.code}>{sold.voucher_code}</code>
        <Button size="small" start={<ContentCopy />} onClick={() => void copy()}>
          Copy code
        </Button>
        {copied && (
          <Text size="caption" tone="muted">
            {copied}
          </Text>
        )}
      </output>
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

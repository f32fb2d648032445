import type { Ability } from '@our-print/contract/people/abilities.ts'
import { getUser, listUsers, type User, updateUser } from '@our-print/contract/people/customers.ts'
import { listCouponUses } from '@our-print/contract/rewards/coupons.ts'
import { listSoldVouchers, soldVoucherOrderings } from '@our-print/contract/rewards/soldVouchers.ts'
import { useState } from 'react'
import { query, useRead, useWrite } from '../../../base/api/api.ts'
import { useFromLists } from '../../../base/api/fromLists.ts'
import { useViewer } from '../../../base/api/useViewer.ts'
import { viewerCan } from '../../../base/api/viewerCan.ts'
import type { ConfirmOptions } from '../../../base/dialog/ConfirmDialog.tsx'
import { activation, useAct } from '../../../base/dialog/useAct.tsx'
import { LoadFailure, Loading } from '../../../base/feedback/Loading.tsx'
import { lazyPart } from '../../../base/feedback/lazyPart.tsx'
import { formatDate, phone, plural, rupees } from '../../../base/format/format.ts'
import { RemoveCircleOutlined as RemoveCircle } from '../../../base/icons/frame.tsx'
import {
  EditOutlined as Edit,
  MailOutlined as Mail,
  PhoneOutlined as Phone,
} from '../../../base/icons/screens.tsx'
import { ResourceTable } from '../../../base/list/ResourceTable.tsx'
import { RowMenu } from '../../../base/list/RowMenu.tsx'
import { useListState } from '../../../base/list/useListState.ts'
import { ContactLink } from '../../../base/page/ContactLink.tsx'
import { CopyCode } from '../../../base/page/CopyCode.tsx'
import { HistoryLink } from '../../../base/page/HistoryLink.tsx'
import { type Fact, Facts, Page, Section } from '../../../base/page/Page.tsx'
import { RecordNavigation } from '../../../base/page/RecordNavigation.tsx'
import { useParams, useSearchParams } from '../../../base/router/router.tsx'
import { Button } from '../../../base/ui/Button.tsx'
import { Row } from '../../../base/ui/Layout.tsx'
import { Link } from '../../../base/ui/Link.tsx'
import { Tabs } from '../../../base/ui/Tabs.tsx'
import { Tag } from '../../../base/ui/Tag.tsx'
import { Text } from '../../../base/ui/Text.tsx'
import { CustomerAccount } from '../../../money/payments/CustomerAccount.tsx'
import { CoinBalance } from '../../../rewards/coins/CoinBalance.tsx'
import { CoinLedger } from '../../../rewards/coins/CoinLedger.tsx'
import { usesOfCustomer } from '../../../rewards/coupons/couponUseColumns.tsx'
import { customersPurchasedColumns } from '../../../rewards/soldVouchers/soldVoucherColumns.tsx'
import { MergedCustomers } from '../../customerMerges/MergedCustomers.tsx'
import { fullName } from '../fullName.ts'
import { CustomerAddresses } from './CustomerAddresses.tsx'
import { CustomerFiles } from './CustomerFiles.tsx'
import { CustomerNotes } from './CustomerNotes.tsx'
import { CustomerOrders } from './CustomerOrders.tsx'
import { CustomerPlans } from './CustomerPlans.tsx'
import { CustomerReferrals } from './CustomerReferrals.tsx'
import { CustomerTags } from './CustomerTags.tsx'
import { MissingCustomer } from './MissingCustomer.tsx'
import { SellButton } from './SellButton.tsx'
import styles from './UserPage.module.css'
import { userChanges } from './useUpdateUser.ts'

const MergeDialog = lazyPart(() => import('../../customerMerges/MergeDialog.tsx'))
const CustomerPayments = lazyPart(async () => ({
  default: (await import('../../../money/payments/PaymentsPage.tsx')).CustomerPayments,
}))
const CustomerMessages = lazyPart(() => import('../../../customer/messages/CustomerMessages.tsx'))
const EditUserDialog = lazyPart(() => import('./EditUserDialog.tsx'))

export function UserPage() {
  const { id = '' } = useParams()
  const inLists = useFromLists([listUsers])
  const reply = useRead(getUser, { params: { id } }, { placeholderData: () => inLists(id) })
  const { data: user, error } = reply
  if (error && (error.status === 404 || error.status === 400)) return <MissingCustomer id={id} />
  if (user) return <CustomerContent key={user.id} user={user} />
  if (error) {
    return <LoadFailure title="This customer could not be loaded" reply={reply} />
  }
  return <Loading />
}

const allUsers = { to: '/users', title: 'All customers' }

/** Each with what it takes besides seeing customers; any of `by` and all of `also`. */
const allTabs: readonly { value: string; label: string; by?: readonly Ability[]; also?: Ability }[] = [
  { value: 'orders', label: 'Orders', by: ['orders', 'floor', 'assign'] },
  { value: 'payments', label: 'Payments', by: ['payments'], also: 'prices' },
  { value: 'files', label: 'Files', by: ['orders', 'floor', 'assign'] },
  { value: 'addresses', label: 'Addresses' },
  { value: 'coins', label: 'Coins' },
  { value: 'plans', label: 'Plans', by: ['orders', 'vouchers'] },
  { value: 'vouchers', label: 'Vouchers', by: ['vouchers'] },
  { value: 'coupons', label: 'Coupons', by: ['vouchers'], also: 'prices' },
  { value: 'referrals', label: 'Referrals', by: ['vouchers'], also: 'prices' },
]

function CustomerContent({ user }: { user: User }) {
  const [search] = useSearchParams()
  const viewer = useViewer()
  const seesAccount = viewerCan(viewer, 'payments') && viewerCan(viewer, 'prices')
  const tabs = allTabs.filter(
    ({ by, also }) =>
      (!by || by.some((each) => viewerCan(viewer, each))) && (!also || viewerCan(viewer, also)),
  )
  const tab = (tabs.find(({ value }) => value === search.get('tab')) ?? tabs[0])?.value ?? 'coins'
  const head = (
    <>
      {!user.is_active && <Tag label="Inactive" Icon={RemoveCircle} tone="off" />}
      <span className={styles.since}>
        <Text size="small" tone="muted">
          Since {formatDate(user.created_at)}, {plural(user.orders_count, 'order')}
        </Text>
      </span>
    </>
  )
  return (
    <Page
      title={fullName(user)}
      above={<RecordNavigation what="user" home={allUsers} />}
      subtitle={head}
      actions={<Actions user={user} />}
    >
      <div className={styles.layout}>
        <div className={styles.facts}>
          <Section title="Contact">
            <ContactFacts user={user} />
          </Section>
          {seesAccount ? (
            <CustomerAccount id={user.id} spent={spentOf(user)} />
          ) : (
            <Section title="Account">
              <Facts facts={spentOf(user)} />
            </Section>
          )}
          <Section title="Coins">
            <CoinBalance user={user} />
          </Section>
        </div>
        <div className={styles.lists}>
          <Tabs
            label="About this customer"
            value={tab}
            tabs={tabs.map(({ value, label }) => ({
              value,
              label,
              to: value === 'orders' ? `/user/${user.id}` : `/user/${user.id}?tab=${value}`,
            }))}
          />
          {tab === 'orders' && <CustomerOrders user={user} />}
          {tab === 'payments' && <CustomerPayments user={user.id} />}
          {tab === 'files' && <CustomerFiles user={user} />}
          {tab === 'addresses' && <CustomerAddresses user={user} />}
          {tab === 'coins' && <CoinLedger user={user.id} />}
          {tab === 'plans' && <CustomerPlans user={user} />}
          {tab === 'vouchers' && <CustomerVouchers user={user} />}
          {tab === 'coupons' && <CustomerCoupons user={user} />}
          {tab === 'referrals' && <CustomerReferrals user={user} />}
        </div>
        <div className={styles.facts}>
          <CustomerNotes user={user} />
          <CustomerTags user={user} />
          <CustomerMessages user={user.id} />
          <MergedCustomers kept={user.id} />
        </div>
      </div>
    </Page>
  )
}

function Actions({ user }: { user: User }) {
  const [editing, setEditing] = useState(false)
  const [merging, setMerging] = useState(false)
  const { activate, deactivate } = useActivity(user)
  const mayMerge = viewerCan(useViewer(), 'prices')
  const actions = [
    ...(mayMerge ? [{ label: 'Merge with another customer', onClick: () => setMerging(true) }] : []),
    ...(user.is_active ? [{ label: 'Deactivate', onClick: () => void deactivate(), danger: true }] : []),
  ]
  return (
    <>
      <HistoryLink of={user.id} />
      <Button look="plain" start={<Edit />} onClick={() => setEditing(true)}>
        Edit
      </Button>
      {user.is_active ? (
        <Button look="primary" to={`/new_order?user=${user.id}`}>
          New order
        </Button>
      ) : (
        <Button look="primary" onClick={() => void activate()}>
          Activate
        </Button>
      )}
      {actions.length > 0 && (
        <Row>
          <RowMenu name={fullName(user)} actions={actions} />
        </Row>
      )}
      {editing && <EditUserDialog user={user} onClose={() => setEditing(false)} />}
      {merging && <MergeDialog user={user} onClose={() => setMerging(false)} />}
    </>
  )
}

/** The coupon uses of a customer; those of cancelled orders were given back. */
function CustomerCoupons({ user }: { user: User }) {
  const list = useListState([], { name: 'coupons of a customer' })
  const rows = query(listCouponUses, { querystring: { ...list.paging, user_id: user.id } })
  return (
    <ResourceTable
      label="Coupons of this customer"
      list={list}
      rows={rows}
      exports
      columns={usesOfCustomer}
      empty={{ hint: 'No order of this customer has used a coupon yet.' }}
    />
  )
}

const SellVoucherDialog = lazyPart(() => import('../../../rewards/soldVouchers/SellVoucherDialog.tsx'))

/** The vouchers that a customer bought with their coins. */
function CustomerVouchers({ user }: { user: User }) {
  const list = useListState([], { sortedBy: soldVoucherOrderings, name: 'vouchers of a customer' })
  return (
    <ResourceTable
      label="Vouchers of this customer"
      list={list}
      rows={query(listSoldVouchers, { querystring: { ...list.paging, user_id: user.id } })}
      columns={customersPurchasedColumns}
      toolbar={
        <SellButton user={user} dialog={SellVoucherDialog}>
          Sell voucher
        </SellButton>
      }
      empty={{ hint: 'No voucher bought yet.' }}
    />
  )
}

/** What a customer spent; unknown to who does not see prices. */
const spentOf = ({ spent, spent_this_year }: User): Fact[] => [
  { name: 'Spent in all', value: spent === null ? '—' : rupees(spent) },
  { name: 'Spent this year', value: spent_this_year === null ? '—' : rupees(spent_this_year) },
]

/** Activates or deactivates a customer. */
function useActivity(user: User) {
  const write = useWrite(updateUser, [listUsers, getUser])
  const act = useAct()
  const name = fullName(user)

  const set = (is_active: boolean, question?: ConfirmOptions) =>
    act({
      ...activation(is_active),
      ...(question && { question }),
      name,
      record: user,
      danger: !is_active,
      send: ({ id, version }) => write.mutateAsync({ params: { id }, body: { is_active, version } }),
      describe: userChanges,
      done: is_active ? `${name} activated` : `${name} deactivated`,
    })

  const deactivate = () =>
    set(false, {
      title: `Deactivate ${name}?`,
      body: 'They cannot place orders until they are activated again. Their orders, coins and plans are kept.',
      action: 'Deactivate',
      danger: true,
    })

  return { activate: () => set(true), deactivate }
}

/** A customer's mobile and email, and the referral code that they give to others. */
const ContactFacts = ({ user: { mobile, email, referral_code, double_of } }: { user: User }) => (
  <div className={styles.contact}>
    <ContactLink Icon={Phone} href={`tel:${mobile}`} text={phone(mobile)} />
    {double_of && (
      <Text as="div" size="small" tone="warning">
        <Link to={`/user/${double_of}`} underlined>
          Another customer
        </Link>{' '}
        has the same phone number. Correct one of them.
      </Text>
    )}
    {email ? (
      <ContactLink Icon={Mail} href={`mailto:${email}`} text={email} />
    ) : (
      <Text tone="muted">No email</Text>
    )}
    <div className={styles.code}>
      <Text as="div" size="caption" tone="muted">
        Referral code
      </Text>
      <CopyCode text={referral_code} label="Copy referral code" spaced />
    </div>
  </div>
)

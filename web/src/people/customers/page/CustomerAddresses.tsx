import {
  addCustomerAddress,
  type CustomerAddress,
  deleteCustomerAddress,
  listCustomerAddresses,
} from '@our-print/contract/people/customerAddresses.ts'
import type { User } from '@our-print/contract/people/customers.ts'
import { useState } from 'react'
import { query, useWrite } from '../../../base/api/api.ts'
import { lazyPart } from '../../../base/feedback/lazyPart.tsx'
import { toast } from '../../../base/feedback/toast.ts'
import { addressText } from '../../../base/format/addressText.ts'
import { formatDate } from '../../../base/format/format.ts'
import { actionsColumn, type Column, column } from '../../../base/list/columns.tsx'
import { FilterBar } from '../../../base/list/FilterBar.tsx'
import { ResourceTable } from '../../../base/list/ResourceTable.tsx'
import { RowMenu } from '../../../base/list/RowMenu.tsx'
import { useListState } from '../../../base/list/useListState.ts'
import { Button } from '../../../base/ui/Button.tsx'
import { Row } from '../../../base/ui/Layout.tsx'
import { Text } from '../../../base/ui/Text.tsx'

const AddressDialog = lazyPart(() => import('./AddressDialog.tsx'))

const lineOf = ({ address }: CustomerAddress) => addressText(address)

type Acts = { edit: (address: CustomerAddress) => void; remove: (address: CustomerAddress) => void }

const columnsFor = ({ edit, remove }: Acts): readonly Column<CustomerAddress>[] => [
  column('address', 'Address', { card: 'title' }, (one) => <Text flow="wrap">{lineOf(one)}</Text>),
  column('used', 'Last used', { width: 128 }, ({ used_at }) => formatDate(used_at)),
  actionsColumn(80, (one) => (
    <RowMenu
      name={lineOf(one)}
      actions={[
        { label: 'Edit', onClick: () => edit(one) },
        { label: 'Remove', onClick: () => remove(one), danger: true },
      ]}
    />
  )),
]

/** Where a customer's orders go: added, corrected and removed here; orders keep theirs. */
export function CustomerAddresses({ user }: { user: User }) {
  const list = useListState([], { sortedBy: ['used_at'], name: 'addresses of a customer' })
  const [edited, setEdited] = useState<CustomerAddress | 'new'>()
  const add = useWrite(addCustomerAddress, [listCustomerAddresses])
  const remove = useWrite(deleteCustomerAddress, [listCustomerAddresses])

  function take(removed: CustomerAddress) {
    const back = () =>
      add
        .mutateAsync({ params: { id: user.id }, body: removed.address })
        .then(() => toast.success('The address is back'), toast.failure)
    remove
      .mutateAsync({ params: { id: removed.id } })
      .then(() => toast.success('Address removed', { undo: () => void back() }), toast.failure)
  }

  return (
    <>
      <ResourceTable
        label="Addresses of this customer"
        list={list}
        rows={query(listCustomerAddresses, { params: { id: user.id }, querystring: list.paging })}
        rowName={lineOf}
        columns={columnsFor({ edit: setEdited, remove: take })}
        toolbar={
          <Row justify="between" gap={2} wrap>
            <FilterBar list={list} search="Address" />
            <Button onClick={() => setEdited('new')}>Add address</Button>
          </Row>
        }
        empty={{ hint: 'Addresses show here with the first delivery, or once one is added.' }}
      />
      {edited && (
        <AddressDialog
          user={user}
          address={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

import { listCustomerMerges } from '@our-print/contract/people/customerMerges.ts'
import { useRead } from '../../../base/api/api.ts'
import { Notice } from '../../../base/feedback/Loading.tsx'
import { Button } from '../../../base/ui/Button.tsx'

/** In place of a customer who is not there: who was merged is found with the one who was kept. */
export function MissingCustomer({ id }: { id: string }) {
  const { data } = useRead(listCustomerMerges, { querystring: { merged: id, limit: '1' } }, { retry: false })
  const merge = data?.results[0]
  if (merge && merge.undone_at === null) {
    return (
      <Notice title={`${merge.merged_name} was merged into ${merge.kept_name}`}>
        <p>They are one customer now, with the orders of both.</p>
        <Button look="primary" to={`/user/${merge.kept}`}>
          Open {merge.kept_name}
        </Button>
      </Notice>
    )
  }
  return (
    <Notice title="Customer not found">
      <p>Check the link, or search in all users.</p>
      <Button look="primary" to="/users">
        All customers
      </Button>
    </Notice>
  )
}

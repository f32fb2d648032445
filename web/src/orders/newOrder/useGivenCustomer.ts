import { getUser, type User } from '@our-print/contract/people/customers.ts'
import { useEffect, useEffectEvent } from 'react'
import { useRead } from '../../base/api/api.ts'
import { toast } from '../../base/feedback/toast.ts'
import { useSearchParams } from '../../base/router/router.tsx'
import { fullName } from '../../people/customers/fullName.ts'

/** `/new_order?user=…` comes from a customer's page and chooses that customer; that of a draft goes before. */
export function useGivenCustomer(drafted: string, choose: (customer: User) => void) {
  const [search] = useSearchParams()
  const id = drafted || (search.get('user') ?? '')
  const { data, error } = useRead(getUser, { params: { id } }, { enabled: id !== '' })
  const given = data?.is_active ? data.id : undefined
  const chooseGiven = useEffectEvent(() => data && choose(data))
  useEffect(() => {
    if (given) chooseGiven()
  }, [given])
  // The field is empty then: say why.
  useEffect(() => {
    if (error) toast.failure('The customer could not be chosen', error.message)
    else if (data?.is_active === false)
      toast.failure(`${fullName(data)} is inactive: choose another customer`)
  }, [data, error])
}

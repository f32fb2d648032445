import { listStaff } from '@our-print/contract/people/staff.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../base/api/api.ts'
import type { Offer } from '../../base/page/acts.ts'

/** The staff users to whom the page can give its orders, once the typed text begins with 'assign'. */
export function useStaffFor(
  offers: readonly Offer[],
  typed: string,
): readonly { id: string; full_name: string }[] {
  const name = /^assign\s+(?:to\s+)?(.+)$/i.exec(typed)?.[1]
  const { data } = useQuery({
    ...query(listStaff, {
      querystring: { is_active: 'true', is_superuser: 'false', limit: '50' },
    }),
    enabled: name !== undefined && offers.some(({ assign }) => assign),
    select: ({ results }) => results,
  })
  return data ?? none
}

const none: never[] = []

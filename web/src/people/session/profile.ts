import { getProfile } from '@our-print/contract/people/session.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../base/api/api.ts'

export const profileQuery = query(getProfile, {})

/** No event says that the figures are counted again. */
const recountingMs = 10_000

/** The profile of the signed-in user. */
export const useProfile = () =>
  useQuery({
    ...profileQuery,
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.is_recounting ? recountingMs : false),
  })

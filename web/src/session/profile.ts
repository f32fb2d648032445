import { getProfile } from '@our-print/contract/session.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/api.ts'

/** The profile of the signed-in user. */
export const useProfile = () => useQuery({ ...query(getProfile, {}), staleTime: 60_000 })

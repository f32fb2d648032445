import { getProfile } from '@our-print/contract/session.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/api.ts'

export const profileQuery = query(getProfile, {})

/** The profile of the signed-in user. */
export const useProfile = () => useQuery({ ...profileQuery, staleTime: 60_000 })

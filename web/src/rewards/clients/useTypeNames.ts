import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useRead } from '../../base/api/api.ts'

const none: readonly string[] = []

/** What the shop calls the types of companies, from type 1 on. */
export const useTypeNames = (): readonly string[] =>
  useRead(getConfiguration, {}, { staleTime: 600_000 }).data?.client_types ?? none

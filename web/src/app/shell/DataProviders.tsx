import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { ApiError } from '../../base/api/call.ts'
import { ConfirmProvider } from '../../base/dialog/ConfirmDialog.tsx'
import { FocusKeeper } from '../../base/page/FocusKeeper.tsx'

/** Retries once after network and server errors; other errors are final. */
const retry = (failures: number, error: Error) =>
  failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** The query client and the confirmation dialog, for the screens below. */
export function DataProviders() {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { retry, staleTime: 10_000, networkMode: 'always' },
          mutations: { networkMode: 'always' },
        },
      }),
  )
  return (
    <QueryClientProvider client={client}>
      <ConfirmProvider>
        <FocusKeeper />
        <Outlet />
      </ConfirmProvider>
    </QueryClientProvider>
  )
}

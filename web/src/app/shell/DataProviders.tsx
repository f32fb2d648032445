import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../../base/api/call.ts'
import { keepAnswers } from '../../base/api/keepAnswers.ts'
import { useViewer } from '../../base/api/useViewer.ts'
import { seesShop } from '../../base/api/viewerCan.ts'
import { ConfirmProvider } from '../../base/dialog/ConfirmDialog.tsx'
import { drawNothing, lazyPart } from '../../base/feedback/lazyPart.tsx'
import { useAfterFirstView } from '../../base/feedback/useAfterFirstView.ts'
import { FocusKeeper } from '../../base/page/FocusKeeper.tsx'
import { signedInId } from '../../people/session/session.ts'
import { KeptNotice } from './KeptNotice.tsx'

const RoundKeeper = lazyPart(() => import('../../orders/rounds/RoundKeeper.tsx'), drawNothing)
const AppUpdates = lazyPart(() => import('./AppUpdates.tsx'), drawNothing)
const SignInAgain = lazyPart(() => import('../../people/session/SignInAgain.tsx'), drawNothing)

/** Retries once after network and server errors; other errors are final. */
const retry = (failures: number, error: Error) =>
  failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** The query client and the confirmation dialog, for the screens below. */
export function DataProviders({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { retry, staleTime: 10_000, networkMode: 'always' },
          mutations: { networkMode: 'always' },
        },
      }),
  )
  useEffect(() => keepAnswers(client), [client])
  const viewer = useViewer()
  const isCourier = viewer !== null && !seesShop(viewer)
  const person = signedInId()
  const [isShown, setShown] = useState(false)
  useAfterFirstView(() => setShown(true))
  return (
    <QueryClientProvider client={client}>
      <ConfirmProvider>
        <FocusKeeper />
        <KeptNotice />
        {isCourier && <RoundKeeper key={person} person={person} />}
        {isShown && <AppUpdates />}
        {children}
        {isShown && <SignInAgain />}
      </ConfirmProvider>
    </QueryClientProvider>
  )
}

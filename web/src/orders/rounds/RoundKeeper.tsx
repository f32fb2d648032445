import { getOrder, listMyOrders } from '@our-print/contract/orders/orders.ts'
import { listStopPositions } from '@our-print/contract/orders/positions.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { getStaffDashboard } from '@our-print/contract/shop/dashboard.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { toast } from '../../base/feedback/toast.ts'
import { useAfterFirstView } from '../../base/feedback/useAfterFirstView.ts'
import { useIsLive } from '../../base/live/live.ts'
import { closeQueue, openQueue, setSentHandler, wake } from '../roundActs/roundActs.ts'
import { sendSequence } from './sequence.ts'
import { roundOrders } from './stops.ts'

/** Keeps the round of today on the phone, opens its queue, and sends what waits whenever there may be a network. Draws nothing itself. */
export default function RoundKeeper({ person }: { person: string }) {
  const client = useQueryClient()
  const isLive = useIsLive()
  // What is needed on the road is read before somebody leaves, and again when an event says that it changed: the stops with
  // addresses, phones, notes, amounts and allowed moves, and how a delivery is proven.
  const [isShown, setShown] = useState(false)
  useAfterFirstView(() => setShown(true))
  // What the screen of the round has just read is not asked for again: events say when it changed.
  useQuery({ ...roundOrders(), enabled: isShown, staleTime: Number.POSITIVE_INFINITY })
  const { data } = useRead(getConfiguration, {}, { enabled: isShown })
  // For the shortest way, which is found without a network, too.
  useRead(listStopPositions, {}, { enabled: isShown && data !== undefined && data.shop_latitude !== null })
  const readAgain = useEffectEvent(() => {
    for (const { url } of [listMyOrders, getOrder, getStaffDashboard])
      void client.invalidateQueries({ queryKey: [url] })
  })

  useEffect(() => {
    setSentHandler(readAgain)
    void openQueue(person)
    const look = () => {
      if (document.visibilityState === 'visible') send()
    }
    window.addEventListener('online', send)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('online', send)
      document.removeEventListener('visibilitychange', look)
      closeQueue()
    }
  }, [person])
  useEffect(() => {
    if (isLive) send()
  }, [isLive])
  useEffect(() => void askToKeep(), [])
  return null
}

/** What waits on this phone. */
function send(): void {
  wake()
  void sendSequence()
}

/** Below it a browser is nearly full, and photos may not fit. */
const leastBytes = 50 * 1024 * 1024

/** Asks the browser not to delete what waits when the device gets full, and says when there is little room. */
async function askToKeep(): Promise<void> {
  if (!navigator.storage?.persist) return
  await navigator.storage.persist()
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate()
  if (quota - usage < leastBytes)
    toast.failure(
      'This phone is nearly full',
      'Photos of deliveries may not fit. Make room before you leave.',
    )
}

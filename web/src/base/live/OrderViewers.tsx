import { leaveOrder, type OrderViewers as Seen, viewOrder } from '@our-print/contract/shop/orderViewers.ts'
import { useEffect, useState } from 'react'
import { address, authorization, call } from '../api/call.ts'
import { onLiveEvent } from './eventBus.ts'
import styles from './OrderViewers.module.css'

const renewMs = 20_000

/** Who else has this order's page open; tells them that this person has, too. */
export default function OrderViewers({ id }: { id: string }) {
  const [viewers, setViewers] = useState<Seen['viewers']>([])
  useEffect(() => {
    const params = { id }
    let isLeft = false
    const renew = async () => {
      // A hidden page is not looked at: its view ends by itself.
      if (document.visibilityState === 'hidden') return
      const seen = await call(viewOrder, { params }).catch(() => undefined)
      if (!isLeft) setViewers(seen?.viewers ?? [])
    }
    // Sent also while the tab closes; when it is lost, the view ends by itself.
    const leave = () =>
      void fetch(address(leaveOrder.url, params, {}), {
        method: leaveOrder.method,
        headers: authorization(),
        keepalive: true,
      }).catch(() => undefined)
    void renew()
    const timer = setInterval(() => void renew(), renewMs)
    const onShow = () => void renew()
    document.addEventListener('visibilitychange', onShow)
    window.addEventListener('pagehide', leave)
    const end = onLiveEvent((event) => {
      if (event?.name === 'order.viewed' && event.id === id) void renew()
    })
    return () => {
      isLeft = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onShow)
      window.removeEventListener('pagehide', leave)
      end()
      leave()
    }
  }, [id])
  return <output className={styles.viewers}>{sentence(viewers.map(({ full_name }) => full_name))}</output>
}

/** 'Meera and Ravi are looking at this order' */
function sentence(names: readonly string[]): string {
  const [first, second, ...more] = names
  if (!first) return ''
  if (!second) return `${first} is looking at this order`
  if (more.length === 0) return `${first} and ${second} are looking at this order`
  return `${first}, ${second} and ${more.length} more are looking at this order`
}

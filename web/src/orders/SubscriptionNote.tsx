import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAfterFirstView } from '../base/feedback/useAfterFirstView.ts'
import { plural } from '../base/format/format.ts'
import { useLocation } from '../base/router/router.tsx'
import { Link } from '../base/ui/Link.tsx'
import { Text } from '../base/ui/Text.tsx'
import { type OrderList, ordersIn, type PlainViewName } from './orderLists.ts'

/** Why orders seem to be missing: how many of the same search and filters a plan pays, and where these are. */
export function SubscriptionNote({ view, list }: { view: PlainViewName; list: OrderList }) {
  const { search } = useLocation()
  const paging = { ...list.paging, limit: '1', offset: '0' }
  const [isWanted, setWanted] = useState(false)
  useAfterFirstView(() => setWanted(true))
  const asked = ordersIn(`subscription-${view}`, { paging, filters: list.filters })
  // It waits for the list, and is not read again with each change of an order: a key of its own.
  const { data } = useQuery({ ...asked, queryKey: ['twin', ...asked.queryKey], enabled: isWanted })
  if (!data || data.count === 0) return null
  const parameters = new URLSearchParams(search)
  for (const own of ['page', 'view']) parameters.delete(own)
  const one = data.count === 1
  return (
    <Text as="p" size="small" tone="muted">
      {plural(data.count, 'subscription order')} {one ? 'is' : 'are'} in{' '}
      <Link to={`/subscription_${view}_orders${parameters.size ? `?${parameters}` : ''}`} underlined>
        {one ? 'its' : 'their'} own list
      </Link>
    </Text>
  )
}

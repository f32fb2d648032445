import type { Order } from '@our-print/contract/orders/orders.ts'
import { listStopPositions } from '@our-print/contract/orders/positions.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useRead } from '../../base/api/api.ts'
import { toast } from '../../base/feedback/toast.ts'
import { plural } from '../../base/format/format.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { lengthOf, type Place, shortestWay } from './shortestWay.ts'

type Props = { stops: readonly Order[]; onChange: (ids: readonly string[]) => void }

/** Puts the round into its shortest way from the shop. Nothing where it is not known where the shop or two stops are. */
export function ShortestWay({ stops, onChange }: Props) {
  const { data: configuration } = useRead(getConfiguration, {})
  const { shop_latitude: latitude = null, shop_longitude: longitude = null } = configuration ?? {}
  const { data: positions } = useRead(listStopPositions, {}, { enabled: latitude !== null })
  if (latitude === null || longitude === null) return null
  const placeOf = new Map(positions?.map(({ order, ...place }) => [order, place]))
  const known = stops.flatMap(({ id }) => {
    const place = placeOf.get(id)
    return place ? [{ id, ...place }] : []
  })
  if (known.length < 2) return null
  const shop: Place = { latitude, longitude }
  const others = stops.filter(({ id }) => !placeOf.has(id))
  const hasWindows = stops.some(({ window_from }) => window_from)

  function sort() {
    const before = stops.map(({ id }) => id)
    const way = shortestWay(shop, known)
    onChange([...way, ...others].map(({ id }) => id))
    const kilometres = (places: readonly Place[]) => `${(lengthOf(shop, places) / 1000).toFixed(1)} km`
    toast.success(`The round is ${kilometres(way)} long now, before ${kilometres(known)}`, {
      undo: () => onChange(before),
    })
  }

  return (
    <Stack gap={1}>
      <div>
        <Button onClick={sort}>Shortest way</Button>
      </div>
      <Text size="small" tone="muted">
        From the shop, as the crow flies.
        {others.length > 0 && ` ${plural(others.length, 'stop')} with no known position: at the end.`}
        {hasWindows && ' It does not look at arrival windows.'}
      </Text>
    </Stack>
  )
}

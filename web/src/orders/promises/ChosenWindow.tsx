import { listArrivalWindows } from '@our-print/contract/orders/arrivalWindows.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useRead } from '../../base/api/api.ts'
import { capitalized } from '../../base/format/format.ts'
import { Button } from '../../base/ui/Button.tsx'
import { SelectField } from '../../base/ui/Input.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { promiseText } from './promiseText.ts'
import type { TypedPromise } from './typedWindow.ts'

type Props = { chosen: TypedPromise | null; onChoose: (window: TypedPromise | null) => void }

/** One of the shop's free windows. Nothing where Configuration offers none. */
export function ChosenWindow({ chosen, onChoose }: Props) {
  const { data: configuration } = useRead(getConfiguration, {})
  const isOffering = (configuration?.arrival_windows.length ?? 0) > 0
  // They get full while the clerk types.
  const reply = useRead(listArrivalWindows, {}, { staleTime: 60_000, enabled: isOffering })
  if (reply.error && !reply.data)
    return (
      <Row gap={2}>
        <Text tone="danger" size="small" role="alert">
          The arrival windows could not be loaded. You can type one.
        </Text>
        <Button size="small" loading={reply.isFetching} onClick={() => void reply.refetch()}>
          Load the windows
        </Button>
      </Row>
    )
  const windows = reply.data ?? []
  if (windows.length === 0) return null
  const [agreed] = chosen?.window_from ? [chosen] : []
  const isOffered = windows.some((one) => agreed && keyOf(one) === keyOf(agreed))
  // The agreed one may be full by now, or typed.
  const all = agreed && !isOffered ? [agreed, ...windows] : windows
  return (
    <SelectField
      label="Arrival window"
      options={[
        { value: '', label: 'No window' },
        ...all.map((one) => ({ value: keyOf(one), label: capitalized(promiseText(one)) })),
      ]}
      value={agreed ? keyOf(agreed) : ''}
      onChange={(key) => onChoose(all.find((one) => keyOf(one) === key) ?? null)}
    />
  )
}

const keyOf = ({ window_from, promised_at }: TypedPromise) =>
  `${Date.parse(window_from ?? '')} ${Date.parse(promised_at)}`

import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { areaOf, byArea } from '@our-print/contract/orders/roundSequence.ts'
import { clsx } from 'clsx'
import { useState } from 'react'
import { ArrowDownward, ArrowUpward } from '../../base/icons/frame.tsx'
import { DragIndicator } from '../../base/icons/screens.tsx'
import { Button, IconButton } from '../../base/ui/Button.tsx'
import { Row, Spacer, Stack } from '../../base/ui/Layout.tsx'
import { Text, VisuallyHidden } from '../../base/ui/Text.tsx'
import styles from './ReorderStops.module.css'
import { StopNumber } from './RoundStops.tsx'
import { ShortestWay } from './ShortestWay.tsx'
import { moved } from './stops.ts'

type Props = { stops: readonly Order[]; onChange: (ids: readonly string[]) => void }

/** The stops as short rows, to be dragged by the finger, or moved by buttons or keys. */
export default function ReorderStops({ stops, onChange }: Props) {
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const [said, setSaid] = useState('')
  const ids = stops.map(({ id }) => id)
  const numbers = new Map(stops.map(({ id, number }) => [id, number]))
  const nameOf = (id: string | number) => `order ${numbers.get(String(id))}`
  const placeOf = (id: string | number) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`

  function move(id: string, to: number) {
    onChange(moved(ids, id, to))
    setSaid(`${nameOf(id)} is at place ${to + 1} of ${ids.length}`)
  }

  return (
    <Stack gap={2}>
      <Row gap={2}>
        <Text tone="muted">Drag a stop by its handle, or use the arrows.</Text>
        <Spacer />
        <Button onClick={() => onChange(byArea(stops).map(({ id }) => id))}>
          {stops.some(({ window_from }) => window_from) ? 'Sort by window and area' : 'Sort by area'}
        </Button>
      </Row>
      <ShortestWay stops={stops} onChange={onChange} />
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          screenReaderInstructions: {
            draggable:
              'Press Space to pick up the stop, the arrow keys to move it, Space to put it down, Escape to cancel.',
          },
          announcements: {
            onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}, ${placeOf(active.id)}`,
            onDragOver: ({ active, over }) =>
              over ? `${nameOf(active.id)} is over ${placeOf(over.id)}` : undefined,
            onDragEnd: ({ active, over }) =>
              over ? `${nameOf(active.id)} was put down at ${placeOf(over.id)}` : undefined,
            onDragCancel: ({ active }) => `${nameOf(active.id)} stays at ${placeOf(active.id)}`,
          },
        }}
        onDragEnd={({ active, over }) => {
          if (over && active.id !== over.id) move(String(active.id), ids.indexOf(String(over.id)))
        }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol aria-label="Sequence of stops" className={styles.stops}>
            {stops.map((stop, at) => (
              <Stop
                key={stop.id}
                stop={stop}
                at={at}
                last={stops.length - 1}
                onMove={(to) => move(stop.id, to)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <VisuallyHidden as="output">{said}</VisuallyHidden>
    </Stack>
  )
}

type RowProps = { stop: Order; at: number; last: number; onMove: (to: number) => void }

function Stop({ stop, at, last, onMove }: RowProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({
      id: stop.id,
    })
  const { number, user_data, address } = stop
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
      className={clsx(styles.stop, isDragging && styles.dragged)}
    >
      <StopNumber number={at + 1} />
      <Stack fill>
        <Text flow="line">
          <b>{number}</b> {user_data.first_name} {user_data.last_name}
        </Text>
        <Text flow="line" size="small" tone="muted">
          {address ? `${address.line1}, ${areaOf(stop)}` : areaOf(stop)}
        </Text>
      </Stack>
      <div className={styles.buttons}>
        <IconButton aria-label={`Order ${number} earlier`} disabled={at === 0} onClick={() => onMove(at - 1)}>
          <ArrowUpward />
        </IconButton>
        <IconButton
          aria-label={`Order ${number} later`}
          disabled={at === last}
          onClick={() => onMove(at + 1)}
        >
          <ArrowDownward />
        </IconButton>
        <span className={styles.handle}>
          <IconButton
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            aria-label={`Drag order ${number}`}
          >
            <DragIndicator />
          </IconButton>
        </span>
      </div>
    </li>
  )
}

import { Row, Stack } from '../Layout.tsx'
import { ProgressBar, ProgressRing } from '../ProgressBar.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { Spinner } from '../Spinner.tsx'
import type { States } from './states.ts'

export default {
  title: 'Skeleton, ProgressBar, ProgressRing, Spinner',
  states: {
    'skeleton: text': (
      <Stack>
        <Skeleton width="60%" />
        <Skeleton width={120} />
      </Stack>
    ),
    'skeleton: row': (
      <Row gap={2}>
        <Skeleton shape="circular" width={18} height={18} />
        <Skeleton width={72} />
        <Skeleton fill maxWidth={220} />
      </Row>
    ),
    'skeleton: rounded, faint': (
      <Stack gap={2}>
        <Skeleton shape="rounded" height={40} />
        <Skeleton shape="rounded" height={40} faint />
      </Stack>
    ),
    'progress bar': (
      <Stack gap={3}>
        <ProgressBar label="Upload" value={30} text="3 of 10 files" />
        <ProgressBar label="Upload of unknown length" />
        <ProgressBar label="Stopped" value={60} tone="warning" />
        <ProgressBar value={60} tone="info" thick />
        <ProgressBar value={60} tone="muted" />
      </Stack>
    ),
    'ring, spinner': (
      <Row gap={3}>
        <ProgressRing value={30} />
        <ProgressRing value={75} size={24} />
        <ProgressRing />
        <Spinner size={40} label="Loads" />
      </Row>
    ),
  },
} satisfies States

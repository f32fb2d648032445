import { useViewer } from '../../base/api/useViewer.ts'
import { viewerCan } from '../../base/api/viewerCan.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { useTrackedJobs } from '../../base/matching/trackedJobs.ts'

const BulkJobsButton = lazyPart(() => import('../../shop/bulkJobs/BulkJobsButton.tsx'))

/** The progress of bulk jobs; loaded with the first one that the person starts. */
export function BulkJobs() {
  const ids = useTrackedJobs()
  const viewer = useViewer()
  const mayChangeMany = (['orders', 'assign', 'floor', 'customers', 'vouchers'] as const).some((each) =>
    viewerCan(viewer, each),
  )
  return mayChangeMany && ids.length > 0 && <BulkJobsButton ids={ids} />
}

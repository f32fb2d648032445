import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { useTrackedJobs } from '../../base/matching/trackedJobs.ts'
import { useRole } from '../../people/session/session.ts'

const BulkJobsButton = lazyPart(() => import('../../shop/bulkJobs/BulkJobsButton.tsx'))

/** The progress of bulk jobs; loaded with the first one that a super admin starts. */
export function BulkJobs() {
  const ids = useTrackedJobs()
  const admin = useRole() === 'admin'
  return admin && ids.length > 0 && <BulkJobsButton ids={ids} />
}

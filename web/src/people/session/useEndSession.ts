import {
  endSession,
  listSessions,
  listStaffSessions,
  type Session,
} from '@our-print/contract/people/sessions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../../base/api/api.ts'
import { isNotFound } from '../../base/api/deleteErrors.ts'
import { useAct } from '../../base/dialog/useAct.tsx'
import { toast } from '../../base/feedback/toast.ts'

/** Ends one session; one that has ended by itself meanwhile is as good. */
export function useEndSession() {
  const client = useQueryClient()
  const write = useWrite(endSession, [listSessions, listStaffSessions])
  const act = useAct()

  const end = ({ id, device }: Session) =>
    act({
      send: () => write.mutateAsync({ params: { id } }),
      done: `${device ?? 'The device'} is signed out`,
      failed: (error) => {
        if (!isNotFound(error)) toast.failure(error)
        void client.invalidateQueries()
      },
    })

  return { end, ending: write.isPending ? write.variables?.params.id : undefined }
}

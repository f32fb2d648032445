import { endStaffSessions, listStaffSessions } from '@our-print/contract/people/sessions.ts'
import type { StaffUser } from '@our-print/contract/people/staff.ts'
import { useRead, useWrite } from '../../base/api/api.ts'
import { useAct } from '../../base/dialog/useAct.tsx'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Dialog } from '../../base/ui/Dialog.tsx'
import { SessionList } from '../session/SessionList.tsx'
import { useEndSession } from '../session/useEndSession.ts'

/** Where a staff user is signed in, for super admins. */
export default function SessionsDialog({ person, onClose }: { person: StaffUser; onClose: () => void }) {
  const reply = useRead(listStaffSessions, { params: { id: person.id } })
  const { end, ending } = useEndSession()
  const endAll = useWrite(endStaffSessions, [listStaffSessions])
  const act = useAct()
  const sessions = reply.data ?? []
  const signOut = () =>
    act({
      send: () => endAll.mutateAsync({ params: { id: person.id } }),
      done: `${person.full_name} is signed out everywhere`,
    })
  return (
    <Dialog
      title={`Sessions of ${person.full_name}`}
      size="sm"
      onClose={onClose}
      actions={
        <>
          {sessions.length > 0 && (
            <Button look="plain" tone="danger" loading={endAll.isPending} onClick={() => void signOut()}>
              End all
            </Button>
          )}
          <Button look="primary" autoFocus onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {!reply.data &&
        (reply.error ? (
          <LoadFailure title="The sessions could not be loaded" reply={reply} />
        ) : (
          <Loading of="part" />
        ))}
      {reply.data?.length === 0 && <p>{person.full_name} is not signed in anywhere.</p>}
      <SessionList sessions={sessions} ending={ending} onEnd={(session) => void end(session)} />
    </Dialog>
  )
}

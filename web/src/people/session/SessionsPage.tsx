import { endOtherSessions, listSessions } from '@our-print/contract/people/sessions.ts'
import { useRead, useWrite } from '../../base/api/api.ts'
import { dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { plural } from '../../base/format/format.ts'
import { Page } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { SessionList } from './SessionList.tsx'
import { useEndSession } from './useEndSession.ts'

/** Where the signed-in person is signed in. */
export function SessionsPage() {
  const reply = useRead(listSessions, {})
  const { end, ending } = useEndSession()
  const act = useAct()
  const endOthers = useWrite(endOtherSessions, [listSessions])
  if (!reply.data) {
    return reply.error ? <LoadFailure title="Your sessions could not be loaded" reply={reply} /> : <Loading />
  }
  const others = reply.data.filter(({ is_current }) => !is_current).length

  const signOutOthers = () =>
    act({
      question: dangerous(
        'End all other sessions?',
        `${plural(others, 'device is', 'devices are')} signed out at once. You stay signed in here.`,
        'End all others',
      ),
      send: () => endOthers.mutateAsync({}),
      done: 'You are signed in only here now',
    })

  return (
    <Page
      title="Your sessions"
      narrow
      actions={
        others > 0 && (
          <Button tone="danger" loading={endOthers.isPending} onClick={() => void signOutOthers()}>
            End all others
          </Button>
        )
      }
    >
      <Card pad={3}>
        <SessionList sessions={reply.data} ending={ending} onEnd={(session) => void end(session)} />
      </Card>
      <p>
        {others === 0
          ? 'You are signed in only here.'
          : 'If you do not know one of them, end it and change your password.'}
      </p>
    </Page>
  )
}

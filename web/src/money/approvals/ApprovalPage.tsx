import { actLabels, approvalStatusLabels } from '@our-print/contract/money/approvalActs.ts'
import { type Approval, getApproval } from '@our-print/contract/money/approvals.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { LoadFailure, Loading, Notice } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { formatDateTime } from '../../base/format/format.ts'
import { HistoryLink } from '../../base/page/HistoryLink.tsx'
import { Facts, Page, Section } from '../../base/page/Page.tsx'
import { RecordNavigation } from '../../base/page/RecordNavigation.tsx'
import { useParams } from '../../base/router/router.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Table, Td, Th } from '../../base/ui/Table.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { outcomeOf } from './approvalTexts.ts'

const DecideDialog = lazyPart(() => import('./DecideDialog.tsx'))

/** One act that waits for a second person, or waited: what would change, and who said what. */
export function ApprovalPage() {
  const { id = '' } = useParams()
  // Not from the list, which does not say whether it is still as shown.
  const reply = useRead(getApproval, { params: { id } })
  const { data: approval, error } = reply
  if (error && (error.status === 404 || error.status === 400))
    return (
      <Notice title="Approval not found">
        <p>Check the link, or search in all approvals.</p>
        <Button look="primary" to="/approvals">
          All approvals
        </Button>
      </Notice>
    )
  if (approval) return <Content approval={approval} />
  if (error) return <LoadFailure title="This approval could not be loaded" reply={reply} />
  return <Loading />
}

function Content({ approval }: { approval: Approval }) {
  const { number, act, summary, status, changes, is_own, is_stale, knows_password, reason, failure } =
    approval
  const [deciding, setDeciding] = useState<'approve' | 'refuse'>()
  return (
    <Page
      title={summary}
      tab={`Approval ${number}`}
      narrow
      above={<RecordNavigation what="approval" home={{ to: '/approvals', title: 'Approvals' }} />}
      subtitle={<Text tone={status === 'waiting' ? 'warning' : 'muted'}>{approvalStatusLabels[status]}</Text>}
      actions={
        status === 'waiting' && (
          <>
            <Button onClick={() => setDeciding('refuse')}>{is_own ? 'Withdraw' : 'Refuse'}</Button>
            {!is_own && !knows_password && (
              <Button look="primary" disabled={is_stale === true} onClick={() => setDeciding('approve')}>
                Approve
              </Button>
            )}
          </>
        )
      }
    >
      <Stack gap={4}>
        {status === 'waiting' && is_own && (
          <Alert severity="info">You asked for this, so another super admin decides.</Alert>
        )}
        {status === 'waiting' && knows_password && !is_own && (
          <Alert severity="info">You set the password of who asked, so another super admin decides.</Alert>
        )}
        {is_stale && (
          <Alert severity="warning">
            What this concerns has changed since it was asked for, so it is no longer what you see here.
            Refuse it, and ask again.
          </Alert>
        )}
        {failure && <Alert severity="error">It was approved, but could not be done: {failure}</Alert>}
        <Section title={status === 'waiting' ? 'What would change' : 'What was to change'}>
          <Table label="Changes">
            <thead>
              <tr>
                <Th>What</Th>
                <Th>Before</Th>
                <Th>After</Th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ what, before, after }) => (
                <tr key={what}>
                  <Td>{what}</Td>
                  <Td tone="muted">{before ?? '–'}</Td>
                  <Td strong>{after}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Section>
        <Section title="Who" aside={<HistoryLink of={approval.id} />}>
          <Facts
            facts={[
              { name: 'Kind', value: actLabels[act] },
              { name: 'Asked by', value: approval.asked_by_name },
              { name: 'Asked on', value: formatDateTime(approval.asked_at) },
              { name: status === 'waiting' ? 'Until' : 'Decision', value: outcomeOf(approval) },
              ...(reason ? [{ name: 'Reason', value: reason }] : []),
            ]}
          />
        </Section>
      </Stack>
      {deciding && (
        <DecideDialog approval={approval} decision={deciding} onClose={() => setDeciding(undefined)} />
      )}
    </Page>
  )
}

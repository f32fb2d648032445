import { tillKindLabels } from '@our-print/contract/money/cashTerms.ts'
import {
  type DayReport,
  getDay,
  getDayFile,
  listDays,
  type ShopDay,
  signDay,
} from '@our-print/contract/money/days.ts'
import { useState } from 'react'
import { useRead, useWrite } from '../../base/api/api.ts'
import { address } from '../../base/api/call.ts'
import { downloadFile } from '../../base/api/download.ts'
import { useViewer } from '../../base/api/useViewer.ts'
import { useAct } from '../../base/dialog/useAct.tsx'
import { LoadFailure, Loading, Notice } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { formatDateTime, formatDay, rupees } from '../../base/format/format.ts'
import { RowMenu } from '../../base/list/RowMenu.tsx'
import { Facts, Page, Section } from '../../base/page/Page.tsx'
import { RecordColumns } from '../../base/page/RecordColumns.tsx'
import { RecordNavigation } from '../../base/page/RecordNavigation.tsx'
import { useParams } from '../../base/router/router.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { signed } from '../cash/cashTexts.ts'
import { HandOverTable, MethodTable, PeopleTable } from './DayTables.tsx'

const CloseDayDialog = lazyPart(() => import('./CloseDayDialog.tsx'))

/** The money of a day: what is expected, what was counted, and its close. */
export function DayPage() {
  const { day = '' } = useParams()
  const reply = useRead(getDay, { params: { day } })
  const { data, error } = reply
  if (error?.status === 400)
    return (
      <Notice title="This is no day">
        <Button look="primary" to="/days">
          All days
        </Button>
      </Notice>
    )
  if (data) return <DayContent key={day} day={data} />
  if (error) return <LoadFailure title="This day could not be loaded" reply={reply} />
  return <Loading />
}

function DayContent({ day }: { day: ShopDay }) {
  const { report, closing, blocked } = day
  const { till } = report
  return (
    <Page
      title={formatDay(report.day)}
      tab={`Day ${formatDay(report.day)}`}
      above={<RecordNavigation what="day" home={{ to: '/days', title: 'Days' }} />}
      subtitle={<Text tone="muted">{closing ? 'Closed' : 'Open'}</Text>}
      actions={<Actions day={day} />}
    >
      {!closing && blocked && (
        <Alert role="none" severity="info">
          {blocked}
        </Alert>
      )}
      <RecordColumns
        aside={
          <>
            <Section title="Till">
              <Facts facts={tillFacts(till)} />
            </Section>
            {closing && (
              <Section title="Signatures">
                <Facts
                  facts={[
                    { name: 'Closed by', value: closing.closed_by.full_name },
                    { name: 'At', value: formatDateTime(closing.closed_at) },
                    {
                      name: 'Signed by',
                      value:
                        closing.signed_by?.full_name ?? (closing.needs_signature ? 'Not yet' : 'Not needed'),
                    },
                  ]}
                />
                <Text as="p" size="caption" tone="muted" flow="wrap">
                  Seal {closing.seal}
                </Text>
              </Section>
            )}
            {report.note && (
              <Section title="Note">
                <Text as="div" flow="lines">
                  {report.note}
                </Text>
              </Section>
            )}
          </>
        }
      >
        <Section title="By method">
          <MethodTable methods={report.methods} />
        </Section>
        <Section title="By person">
          <PeopleTable people={report.people} />
        </Section>
        {report.hand_overs.length > 0 && (
          <Section title="Hand-overs">
            <HandOverTable handOvers={report.hand_overs} />
          </Section>
        )}
      </RecordColumns>
    </Page>
  )
}

const tillFacts = (till: DayReport['till']) => [
  { name: 'Opening', value: rupees(till.opening) },
  ...till.entries.map(({ kind, amount }) => ({ name: tillKindLabels[kind], value: signed(amount) })),
  { name: 'Expected', value: rupees(till.expected), strong: true as const },
  ...(till.counted === null
    ? []
    : [
        { name: 'Counted', value: rupees(till.counted), strong: true as const },
        { name: 'Difference', value: signed(till.difference ?? 0) },
      ]),
]

function Actions({ day }: { day: ShopDay }) {
  const { report, closing, blocked, previous_day, next_day } = day
  const [isClosing, setClosing] = useState(false)
  const sign = useWrite(signDay, [getDay, listDays])
  const act = useAct()
  const isOwner = useViewer() === 'admin'
  const name = formatDay(report.day)
  const mayStillSign = closing?.needs_signature && !closing.signed_by && isOwner
  const signIt = () =>
    act({
      question: {
        title: `Sign ${name}?`,
        body: 'You confirm that you have looked at the report and agree. A signature stays.',
        action: 'Sign',
      },
      send: () => sign.mutateAsync({ params: { day: report.day } }),
      done: `${name} signed`,
    })
  return (
    <Row gap={2} wrap>
      {previous_day && <Button to={`/day/${previous_day}`}>Day before</Button>}
      {next_day && <Button to={`/day/${next_day}`}>Day after</Button>}
      {!closing && !blocked && (
        <Button look="primary" onClick={() => setClosing(true)}>
          Close the day
        </Button>
      )}
      {mayStillSign && (
        <Button look="primary" loading={sign.isPending} onClick={() => void signIt()}>
          Sign
        </Button>
      )}
      <RowMenu
        name={name}
        framed
        actions={[
          { label: 'Download PDF', onClick: () => void download(report.day, 'pdf') },
          { label: 'Download CSV', onClick: () => void download(report.day, 'csv') },
        ]}
      />
      {isClosing && <CloseDayDialog day={day} onClose={() => setClosing(false)} />}
    </Row>
  )
}

async function download(day: string, format: 'pdf' | 'csv'): Promise<void> {
  const type = format === 'pdf' ? 'application/pdf' : 'text/csv'
  try {
    const saved = await downloadFile(address(getDayFile.url, { day }, { format }), {
      type,
      name: `day-${day}.${format}`,
    })
    toast.success(`Saved as ${saved}`)
  } catch (error) {
    toast.failure('The report could not be made', (error as Error).message)
  }
}

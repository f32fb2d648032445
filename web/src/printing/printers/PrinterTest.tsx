import type { PrinterStatus } from '@our-print/contract/printing/printerStatus.ts'
import { type PrinterTest as Answer, testPrinter } from '@our-print/contract/printing/printers.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { useWrite } from '../../base/api/api.ts'
import { formatTime, yesNo } from '../../base/format/format.ts'
import { isoTime } from '../../base/format/shopTime.ts'
import { Facts } from '../../base/page/Page.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './PrinterTest.module.css'
import type { PrinterForm } from './printerForm.ts'
import { finishingName, mediaName } from './printerTexts.ts'
import { SupplyBars } from './SupplyBars.tsx'

/** What the last test of a printer told, of which address and when. */
export type Told = { uri: string; at: string; answer?: Answer; problem?: string }

type Props = {
  /** The printer that is edited. */
  printer?: string | undefined
  told: Told | undefined
  onTold: (told: Told) => void
}

/** Asks the printer at the typed address what it can do, fills the limits, and shows the answer until the next one. */
export function PrinterTest({ printer, told, onTold }: Props) {
  const form = useFormContext<PrinterForm>()
  const accepted = useWatch({ control: form.control, name: 'certificate' })
  const test = useWrite(testPrinter, [])

  async function ask(certificate: string | null) {
    // Its error is shown even if nobody has been in the field yet.
    form.setValue('uri', form.getValues('uri'), { shouldTouch: true })
    if (!(await form.trigger('uri', { shouldFocus: true }))) return
    const { uri, username, password } = form.getValues()
    const body = { uri, username: username.trim() || null, password: password || null, certificate }
    try {
      const answer = await test.mutateAsync({ body: { ...body, ...(printer && { printer }) } })
      onTold({ uri, at: isoTime(), answer })
      if (answer.status) fillLimits(answer.status)
    } catch (error) {
      onTold({ uri, at: isoTime(), problem: (error as Error).message })
    }
  }

  /** A new printer does what it can, another one no more than it can. */
  function fillLimits({ color, duplex, paper_sizes }: PrinterStatus) {
    const able = { color, duplex }
    const can = printer ? form.getValues('can') : (['color', 'duplex'] as const)
    const change = { shouldDirty: true }
    form.setValue(
      'can',
      can.filter((one) => able[one]),
      change,
    )
    const sizes = form.getValues('paper_sizes')
    const known = (['A4', 'A3', 'Letter'] as const).filter((size) => paper_sizes.includes(size))
    const wanted = printer ? known.filter((size) => sizes.includes(size)) : known
    if (wanted.length > 0) form.setValue('paper_sizes', wanted, change)
  }

  function accept(certificate: string | null) {
    form.setValue('certificate', certificate, { shouldDirty: true })
    void ask(certificate)
  }

  return (
    <Stack gap={3} align="start" aria-live="polite">
      <Button loading={test.isPending} onClick={() => void ask(accepted)}>
        Test the address
      </Button>
      {told && (
        <div className={styles.told}>
          <Text size="caption" tone="muted" flow="wrap">
            {told.uri}, asked at {formatTime(told.at)}
          </Text>
          {told.problem && <Alert severity="error">{told.problem}</Alert>}
          {told.answer && <Result answer={told.answer} onAccept={accept} />}
        </div>
      )}
      {accepted && !told?.answer?.certificate && <Accepted certificate={accepted} />}
    </Stack>
  )
}

const Fingerprint = ({ children }: { children: string }) => (
  <code className={styles.fingerprint}>{children}</code>
)

const Accepted = ({ certificate }: { certificate: string }) => (
  <Text as="div" size="caption" tone="muted">
    Accepted certificate:
    <Fingerprint>{certificate}</Fingerprint>
  </Text>
)

function Result({ answer, onAccept }: { answer: Answer; onAccept: (certificate: string) => void }) {
  const { status, certificate } = answer
  if (status) return <Answered status={status} />
  if (!certificate) return null
  return (
    <Alert severity="warning">
      The printer signs its own certificate, as most do. Accept it if this fingerprint (SHA-256) is the one on
      the printer’s own page; from then on no other is accepted.
      <Fingerprint>{certificate}</Fingerprint>
      <Button size="small" onClick={() => onAccept(certificate)}>
        Accept this certificate
      </Button>
    </Alert>
  )
}

const list = (names: readonly string[]) => names.join(', ') || 'not said'

function Answered({ status }: { status: PrinterStatus }) {
  const { make_and_model, message, color, duplex, paper_sizes, media_ready, finishings, supplies } = status
  return (
    <Card pad={3} className={styles.answer}>
      <Text strong>{make_and_model ?? 'The printer answers'}</Text>
      {message && <Text size="small">{message}</Text>}
      <Facts
        facts={[
          { name: 'Colour', value: yesNo(color) },
          { name: 'Both sides', value: yesNo(duplex) },
          { name: 'Paper', value: list(paper_sizes) },
          { name: 'Loaded', value: list(media_ready.map(mediaName)) },
          { name: 'Finishing', value: list(finishings.map(finishingName)) },
        ]}
      />
      {supplies.length > 0 && <SupplyBars supplies={supplies} />}
      {!status.document_formats.includes('application/pdf') && (
        <Alert severity="warning">This printer does not print PDF files, so it cannot print orders.</Alert>
      )}
    </Card>
  )
}

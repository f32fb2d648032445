import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { PrinterStatus } from '@our-print/contract/printing/printerStatus.ts'
import { type PrinterTest, testPrinter } from '@our-print/contract/printing/printers.ts'
import { paperSizes } from '@our-print/contract/shop/configurations.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { useWrite } from '../../base/api/api.ts'
import { CheckListInput } from '../../base/form/CheckListInput.tsx'
import { PasswordInput, TextInput } from '../../base/form/contractForm.tsx'
import { Facts, SecondaryButton } from '../../base/page/Page.tsx'
import type { PrinterForm } from './printerForm.ts'
import { finishingName, mediaName } from './printerTexts.ts'
import { SupplyBars } from './SupplyBars.tsx'

const abilities = [
  { value: 'color', label: 'Colour' },
  { value: 'duplex', label: 'Both sides' },
]
const sizes = paperSizes.map((size) => ({ value: size, label: size }))
const pair = { display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' } as const

type Props = {
  /** The printer that is edited. */
  printer?: string
  hasPassword?: boolean
}

/** The inputs of a printer, with a test of its address. */
export const PrinterFields = ({ printer, hasPassword = false }: Props) => (
  <>
    <TextInput name="name" label="Name" autoFocus placeholder="Front desk" />
    <TextInput
      name="uri"
      label="Address"
      type="url"
      inputMode="url"
      placeholder="ipp://192.168.1.20/ipp/print"
      hint="Most printers: ipp:// and the IP address that their display shows, then /ipp/print"
    />
    <Box sx={{ ...pair, gridTemplateColumns: { sm: '1fr 1fr' } }}>
      <TextInput name="username" label="User name" optional />
      <PasswordInput
        name="password"
        label="Password"
        hint={hasPassword ? 'Empty: the password stays as it is' : 'Only if the printer asks for one'}
      />
    </Box>
    <TestPrinter printer={printer} />
    <Box sx={pair}>
      <CheckListInput name="can" label="Use it for" options={abilities} />
      <CheckListInput name="paper_sizes" label="Paper" options={sizes} />
    </Box>
    <Box sx={pair}>
      <TextInput name="click_bw" label="Black & white side" number optional start="₹" />
      <TextInput name="click_color" label="Colour side" number optional start="₹" />
    </Box>
    <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
      What a printed side costs the shop, without paper.
    </Box>
  </>
)

/** Asks the printer at the typed address what it can do, shows it, and fills the limits. */
function TestPrinter({ printer }: { printer?: string | undefined }) {
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
      const { status } = await test.mutateAsync({ body: { ...body, ...(printer && { printer }) } })
      if (status) fillLimits(status)
    } catch {
      // Shown below.
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
    <Box sx={{ display: 'grid', gap: 1.5 }} aria-live="polite">
      <SecondaryButton
        loading={test.isPending}
        onClick={() => void ask(accepted)}
        sx={{ justifySelf: 'start', minHeight: { xs: 44, sm: 36 } }}
      >
        Test the address
      </SecondaryButton>
      {test.error && (
        <Alert severity="error" variant="outlined">
          {test.error.message}
        </Alert>
      )}
      {test.data && <Result test={test.data} onAccept={accept} />}
      {accepted && !test.data?.certificate && <Accepted certificate={accepted} />}
    </Box>
  )
}

const Fingerprint = ({ children }: { children: string }) => (
  <Box component="code" sx={{ display: 'block', fontSize: '0.75rem', overflowWrap: 'anywhere', my: 1 }}>
    {children}
  </Box>
)

const Accepted = ({ certificate }: { certificate: string }) => (
  <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
    Accepted certificate:
    <Fingerprint>{certificate}</Fingerprint>
  </Box>
)

function Result({ test, onAccept }: { test: PrinterTest; onAccept: (certificate: string) => void }) {
  const { status, certificate } = test
  if (status) return <Answered status={status} />
  if (!certificate) return null
  return (
    <Alert severity="warning" variant="outlined">
      The printer signs its own certificate, as most do. Accept it if this fingerprint (SHA-256) is the one on
      the printer’s own page; from then on no other is accepted.
      <Fingerprint>{certificate}</Fingerprint>
      <SecondaryButton size="small" onClick={() => onAccept(certificate)}>
        Accept this certificate
      </SecondaryButton>
    </Alert>
  )
}

const list = (names: readonly string[]) => names.join(', ') || 'not said'

function Answered({ status }: { status: PrinterStatus }) {
  const { make_and_model, message, color, duplex, paper_sizes, media_ready, finishings, supplies } = status
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, display: 'grid', gap: 1.5 }}>
      <Box sx={{ fontWeight: 600 }}>{make_and_model ?? 'The printer answers'}</Box>
      {message && <Box sx={{ typography: 'body2' }}>{message}</Box>}
      <Facts
        facts={[
          { name: 'Colour', value: color ? 'yes' : 'no' },
          { name: 'Both sides', value: duplex ? 'yes' : 'no' },
          { name: 'Paper', value: list(paper_sizes) },
          { name: 'Loaded', value: list(media_ready.map(mediaName)) },
          { name: 'Finishing', value: list(finishings.map(finishingName)) },
        ]}
      />
      {supplies.length > 0 && <SupplyBars supplies={supplies} />}
      {!status.document_formats.includes('application/pdf') && (
        <Alert severity="warning" variant="outlined">
          This printer does not print PDF files, so it cannot print orders.
        </Alert>
      )}
    </Box>
  )
}

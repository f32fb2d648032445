import type { Output } from '@our-print/contract/endpoint.ts'
import {
  createPrintJobs,
  type PrintProposal,
  type PrintResult,
  proposePrintJobs,
} from '@our-print/contract/printing/printJobs.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useEffect, useState } from 'react'
import { useRead, useWrite } from '../../base/api/api.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { Loading } from '../../base/feedback/Loading.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { CheckListInput } from '../../base/form/CheckListInput.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { count, plural } from '../../base/format/format.ts'
import { useUndoBulk } from '../../base/matching/useUndoBulk.ts'
import { Alert } from '../../base/ui/Alert.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './PrintDialog.module.css'
import { PrinterRadios } from './PrinterRadios.tsx'
import { printerOption } from './printerOptions.ts'
import { staleJobs } from './useJobActions.ts'

const best = 'best'
const byHand = 'hand'

type Fields = {
  orders: string[]
  choice: string
  extras: string[]
  /** Whether the extras are as the shop has them; until then the server knows. */
  isSettled: boolean
  again: string
}

const bodyOf = ({ orders, choice, extras, isSettled, again }: Fields) => ({
  orders,
  ...(choice === byHand && { by_hand: true }),
  ...(choice !== byHand && choice !== best && { printer: choice }),
  ...((isSettled || extras.includes('cover')) && { cover: extras.includes('cover') }),
  hold: extras.includes('hold'),
  ...(again.trim() !== '' && { again }),
})

const extras = [
  { value: 'cover', label: 'Job ticket in front', hint: 'A sheet with the order’s code; it is not counted' },
  { value: 'hold', label: 'Hold', hint: 'Printed when you release it' },
]

type Props = { orders: string[]; onClose: () => void; onPrinted?: () => void }

/** Prints orders: where, and how. */
export default function PrintDialog({ orders, onClose, onPrinted }: Props) {
  const { data: proposals, error } = useRead(
    proposePrintJobs,
    { querystring: { order: orders } },
    {
      // What is printed changes by the second.
      gcTime: 0,
    },
  )
  const save = useWrite(createPrintJobs, [...staleJobs, proposePrintJobs])
  const undo = useUndoBulk()
  const { data: configuration } = useRead(getConfiguration, {})
  const [refused, setRefused] = useState<{ results: PrintResult[]; jobs: number; say: () => void }>()
  const form = useContractForm<typeof createPrintJobs.schema.body, Fields>(createPrintJobs.schema.body, {
    defaultValues: { orders, choice: best, extras: [], isSettled: false, again: '' },
    prepare: bodyOf,
  })
  const { setValue, formState } = form
  const tickets = configuration?.job_tickets
  const isTouched = formState.dirtyFields.extras !== undefined
  useEffect(() => {
    if (tickets === undefined) return
    setValue('isSettled', true)
    if (tickets && !isTouched) setValue('extras', ['cover'])
  }, [tickets, isTouched, setValue])
  const isOne = orders.length === 1
  const [only] = isOne ? (proposals ?? []) : []
  const isAgain = only?.refusal?.code === 'printed'

  function finish({ results, bulk_job }: Output<typeof createPrintJobs>) {
    const jobs = results.flatMap((result) => result.jobs)
    const failed = results.filter(({ ok }) => !ok)
    const title = jobs.every(({ state }) => state === 'done')
      ? `${plural(results.length - failed.length, 'order')} counted as printed by hand`
      : `${plural(jobs.length, 'print job')} in the queue`
    const say = () => {
      if (jobs.length === 0) return
      toast.success(
        title,
        bulk_job ? { undo: () => void undo({ id: bulk_job, title, warns: false }) } : undefined,
      )
      onPrinted?.()
    }
    // The reasons are read first: the message with Undo is behind the dialog.
    if (failed.length > 0) return setRefused({ results: failed, jobs: jobs.length, say })
    say()
    onClose()
  }

  return (
    <FormDialog
      title={
        isOne ? (only ? `Print order ${only.number}` : 'Print') : `Print ${plural(orders.length, 'order')}`
      }
      submitLabel="Print"
      form={form}
      save={save}
      done={refused !== undefined}
      onClose={() => {
        refused?.say()
        onClose()
      }}
      onSubmit={(body) => save.mutate({ body }, { onSuccess: finish })}
    >
      {error && <Alert severity="error">{error.message}</Alert>}
      {!proposals && !error && <Loading of="part" />}
      {refused ? (
        <Refused results={refused.results} jobs={refused.jobs} />
      ) : (
        proposals && (
          <>
            <Summary proposals={proposals} />
            <PrinterRadios name="choice" options={optionsOf(proposals)} />
            <CheckListInput name="extras" label="Options" options={extras} />
            {isAgain && (
              <TextInput
                name="again"
                label="Why it is printed again"
                hint="What is printed already becomes waste"
                placeholder="Lost on the way"
              />
            )}
          </>
        )
      )}
    </FormDialog>
  )
}

function Summary({ proposals }: { proposals: PrintProposal[] }) {
  const [first] = proposals
  const refusals = proposals.filter(({ refusal }) => refusal)
  const sides = proposals.reduce((sum, { impressions }) => sum + impressions, 0)
  if (proposals.length !== 1 || !first) {
    return (
      <Stack gap={2}>
        <Text tone="muted">{plural(sides, 'side')} in all.</Text>
        {refusals.length > 0 && (
          <Alert severity="info">
            {refusals.map(({ number, refusal }) => (
              <div key={number}>
                Order {number}: {refusal?.message}
              </div>
            ))}
          </Alert>
        )}
      </Stack>
    )
  }
  const { documents, copies, refusal } = first
  return (
    <Stack gap={2}>
      {refusal && <Alert severity={refusal.code === 'printed' ? 'info' : 'warning'}>{refusal.message}</Alert>}
      <ul className={styles.documents}>
        {documents.map(({ file, name, impressions, duplex }) => (
          <li key={file ?? 'all'}>
            {name}: {plural(impressions, 'side')}
            {copies > 1 && ` × ${count(copies)}`}, {duplex ? 'double-sided' : 'single-sided'}
          </li>
        ))}
      </ul>
    </Stack>
  )
}

/** The printers for one order with their reasons, or for many what all of them could use. */
function optionsOf(proposals: PrintProposal[]) {
  const [first] = proposals
  const hand = { value: byHand, label: 'Printed by hand', hint: 'On another machine: it is only counted' }
  if (!first) return [hand]
  const names = new Map(first.printers.map(({ id, name }) => [id, name]))
  const proposed = new Set(proposals.flatMap(({ printer }) => (printer ? [names.get(printer)] : [])))
  const without = proposals.filter(({ printer }) => printer === null).length
  const text = [...proposed].join(', ')
  const hint =
    proposed.size === 0
      ? 'No printer can print it now'
      : `${text}${without > 0 ? `; none for ${plural(without, 'order')}` : ''}`
  const label = proposals.length === 1 ? 'The best one now' : 'The best one for each order'
  const printers =
    proposals.length === 1
      ? first.printers.map(printerOption)
      : first.printers.map(({ id, name }) => {
          const unable = proposals.filter(
            ({ printers }) => !printers.some((p) => p.id === id && p.is_able),
          ).length
          const hint =
            unable > 0 ? `Cannot print ${plural(unable, 'order')} of these` : 'Can print all of them'
          return { value: id, label: name, hint, disabled: unable === proposals.length }
        })
  return [{ value: best, label, hint, disabled: proposed.size === 0 }, ...printers, hand]
}

function Refused({ results, jobs }: { results: PrintResult[]; jobs: number }) {
  return (
    <Stack gap={2}>
      {jobs > 0 && <Alert severity="success">{plural(jobs, 'print job')} in the queue</Alert>}
      <Alert severity="warning">
        Not printed:
        {results.map(({ order, number, message }) => (
          <div key={order}>
            {number !== null && `Order ${number}: `}
            {message}
          </div>
        ))}
      </Alert>
    </Stack>
  )
}

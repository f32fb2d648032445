import { mergeCustomers, previewMerge } from '@our-print/contract/people/customerMerges.ts'
import { listUsers, type User } from '@our-print/contract/people/customers.ts'
import { Id } from '@our-print/contract/values.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { query, useRead, useWrite } from '../../base/api/api.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { NoResults, RecordOption } from '../../base/form/RecordOption.tsx'
import { RecordPicker } from '../../base/form/RecordPicker.tsx'
import { coins, formatDate, phone, plural, rupees } from '../../base/format/format.ts'
import { useNavigate } from '../../base/router/router.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import { Table, Td, Th } from '../../base/ui/Table.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { fullName } from '../customers/fullName.ts'
import { movedText } from './mergeTexts.ts'
import { useUndoMerge } from './useUndoMerge.ts'

const schema = z.object({ other: Id })

/** Merges another customer into this one, or this one into the other: both side by side, and what will move. */
export default function MergeDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { undo } = useUndoMerge()
  const form = useContractForm(schema, { defaultValues: { other: '' } })
  const [chosen, setChosen] = useState<User | null>(null)
  const [isSwapped, setSwapped] = useState(false)
  const merge = useWrite(mergeCustomers, [])
  const [keptId, otherId] = isSwapped ? [chosen?.id, user.id] : [user.id, chosen?.id]

  async function submit() {
    if (!keptId || !otherId) return
    try {
      const made = await merge.mutateAsync({ params: { id: keptId }, body: { other: otherId } })
      // Before what is open is read again: the page of the merged one is no longer there.
      navigate(`/user/${made.kept}`)
      onClose()
      void client.invalidateQueries()
      toast.success(`${made.merged_name} merged into ${made.kept_name}`, { undo: () => void undo(made) })
    } catch {
      // The dialog shows why.
    }
  }

  return (
    <FormDialog
      title={`Merge ${fullName(user)} with another customer`}
      submitLabel="Merge"
      danger
      wide
      form={form}
      save={merge}
      onClose={onClose}
      onSubmit={submit}
    >
      <OtherPicker except={user.id} value={chosen} onChange={setChosen} />
      {keptId && otherId && (
        <Comparison kept={keptId} other={otherId} onSwap={() => setSwapped(!isSwapped)} />
      )}
    </FormDialog>
  )
}

type PickerProps = {
  except: string
  value: User | null
  onChange: (user: User | null) => void
}

function OtherPicker({ except, value, onChange }: PickerProps) {
  const { field } = useController({ name: 'other' })
  return (
    <RecordPicker<User, User>
      field={field}
      label="Same person as"
      value={value}
      onChange={(user) => {
        onChange(user)
        field.onChange(user?.id ?? '')
      }}
      search={(searchText) => query(listUsers, { querystring: { limit: '20', query: searchText } })}
      nameOf={fullName}
      except={except}
      option={option}
      records="Customers"
      nothing={nothing}
      placeholder="Type a name, mobile or email"
      autoFocus
    />
  )
}

const option = (user: User) => (
  <RecordOption
    name={fullName(user)}
    about={[phone(user.mobile), user.email].filter(Boolean).join(' · ')}
    aside={plural(user.orders_count, 'order')}
  />
)

const nothing = () => <NoResults title="No customer found">Try a phone number or an email.</NoResults>

type ComparisonProps = { kept: string; other: string; onSwap: () => void }

function Comparison({ kept: id, other, onSwap }: ComparisonProps) {
  const { data, error } = useRead(previewMerge, { params: { id }, querystring: { other } })
  if (error) return <Alert severity="error">{error.message}</Alert>
  if (!data) return <Skeleton height={280} />
  const both = [data.kept, data.other]
  const moved = movedText(data.moves)
  const rows: [string, (user: User) => string][] = [
    ['Mobile', ({ mobile }) => phone(mobile)],
    ['Email', ({ email }) => email ?? '–'],
    ['Tags', ({ tags }) => tags.join(', ') || '–'],
    ['Orders', ({ orders_count }) => String(orders_count)],
    ['Spent', ({ spent }) => (spent === null ? '—' : rupees(spent))],
    ['Coins', (user) => coins(user.coins)],
    ['Since', ({ created_at }) => formatDate(created_at)],
    ['Notes', ({ notes }) => notes || '–'],
  ]
  return (
    <>
      <Table label="Both customers" fixed compact>
        <thead>
          <tr>
            <Th width="22%">
              <Text size="caption" tone="muted">
                Customer
              </Text>
            </Th>
            <Th>
              <Text flow="wrap">Stays: {fullName(data.kept)}</Text>
            </Th>
            <Th>
              <Text flow="wrap">Goes: {fullName(data.other)}</Text>
            </Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([title, valueOf]) => (
            <tr key={title}>
              <Th scope="row">{title}</Th>
              {both.map((user) => (
                <Td key={user.id} room="tall">
                  <Text flow="wrap">{valueOf(user)}</Text>
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <div>
        <Button size="small" onClick={onSwap}>
          Keep {fullName(data.other)} instead
        </Button>
      </div>
      <Alert severity="info">
        {moved ? `${moved} will move to ${fullName(data.kept)}. ` : ''}
        {fullName(data.other)} is then no longer listed; their number and email still find{' '}
        {fullName(data.kept)}. You can undo this for 30 days; orders taken in by then stay with{' '}
        {fullName(data.kept)}.
      </Alert>
    </>
  )
}

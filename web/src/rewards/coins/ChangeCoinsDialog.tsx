import { getUser, listUsers, type User } from '@our-print/contract/people/customers.ts'
import { createCoinEntry, getCoins } from '@our-print/contract/rewards/coins.ts'
import { text } from '@our-print/contract/values.ts'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { coins } from '../../base/format/format.ts'
import { Text } from '../../base/ui/Text.tsx'
import { fullName } from '../../people/customers/fullName.ts'

const required = 'This field is Required'
const Amount = z
  .number({ error: (issue) => (issue.input === null ? required : 'This must be a number') })
  .positive('This must be more than zero')
  .pipe(createCoinEntry.schema.body.shape.delta)

const Form = z.object({ way: z.enum(['grant', 'deduct']), delta: Amount, reason: text(200) })
type Fields = { way: 'grant' | 'deduct'; delta: number | null; reason: string }

const empty: Fields = { way: 'grant', delta: null, reason: '' }

const ways = [
  { value: 'grant', label: 'Grant' },
  { value: 'deduct', label: 'Deduct' },
]

/** Grants coins to a customer or deducts some, with a reason for the ledger. */
export default function ChangeCoinsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const save = useWrite(createCoinEntry, [getCoins, getUser, listUsers])
  const form = useContractForm(Form, { defaultValues: empty })
  const [way, amount] = useWatch({ control: form.control, name: ['way', 'delta'] })
  const after = user.coins + (way === 'grant' ? 1 : -1) * (amount || 0)

  return (
    <SendDialog
      title={`Coins of ${fullName(user)}`}
      submitLabel={way === 'grant' ? 'Grant' : 'Deduct'}
      form={form}
      save={save}
      onClose={onClose}
      inputOf={({ way, delta, reason }) => ({
        params: { id: user.id },
        body: { delta: way === 'grant' ? delta : -delta, reason },
      })}
      savedMessage={(_, { delta, way }) =>
        `${coins(delta)} coins ${way === 'grant' ? 'granted' : 'deducted'}`
      }
    >
      <ChoiceInput name="way" label="What to do" options={ways} />
      <TextInput name="delta" label="Coins" number autoFocus />
      <TextInput name="reason" label="Reason" hint="Saved in the ledger with your name" />
      <Text as="div" aria-live="polite" size="small" tone={after < 0 ? 'danger' : 'muted'}>
        Balance {coins(user.coins)}
        {amount ? ` → ${coins(after)}` : ''} coins
      </Text>
    </SendDialog>
  )
}

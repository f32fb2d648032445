import { TextInput } from '../../base/form/contractForm.tsx'
import { amountSign, rupees } from '../../base/format/format.ts'
import { Row } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { changeOf } from './paymentTexts.ts'

type Props = {
  /** The field of what the customer hands over. */
  name: string
  given: number | null
  amount: number | null
  problem?: string | undefined
}

/** What the customer hands over in cash, and what they get back. */
export function CashGiven({ name, given, amount, problem }: Props) {
  const back = changeOf(given, amount)
  return (
    <>
      <TextInput name={name} label="Cash given" number start={amountSign()} optional problem={problem} />
      <Row justify="between" align="baseline" as="output">
        <Text tone="muted">Change due</Text>
        <Text size="title">{back === undefined ? '–' : rupees(back)}</Text>
      </Row>
    </>
  )
}

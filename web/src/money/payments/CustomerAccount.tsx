import { getAccount } from '@our-print/contract/money/accounts.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { PartFailure } from '../../base/feedback/PartFailure.tsx'
import { rupees } from '../../base/format/format.ts'
import { type Fact, Facts, Section } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { accountFacts, unknownFacts } from './AccountFacts.tsx'

const TakePaymentDialog = lazyPart(() => import('./TakePaymentDialog.tsx'))

/** What a customer owes and has paid ahead, and what they have spent: the first that is asked of a customer who stands there. */
export function CustomerAccount({ id, spent }: { id: string; spent: Fact[] }) {
  const reply = useRead(getAccount, { params: { id } })
  const { data: account } = reply
  const unknown = reply.error ? '–' : '…'
  const [taking, setTaking] = useState(false)
  return (
    <Section
      title="Account"
      aside={
        <Link to={`/account/${id}`} roomy>
          Statement
        </Link>
      }
    >
      <Stack gap={2}>
        <Row gap={2} justify="between" wrap>
          <span>
            <Text size="title" tone={account && account.owed > 0 ? 'warning' : undefined}>
              {account ? rupees(account.owed) : unknown}
            </Text>{' '}
            <Text tone="muted">owed</Text>
          </span>
          <Button size="small" disabled={!account} onClick={() => setTaking(true)}>
            Take deposit
          </Button>
        </Row>
        <Facts facts={[...(account ? accountFacts(account) : unknownFacts(unknown)), ...spent]} />
        <PartFailure reply={reply} what="The account" />
      </Stack>
      {taking && account && <TakePaymentDialog about={account} onClose={() => setTaking(false)} />}
    </Section>
  )
}

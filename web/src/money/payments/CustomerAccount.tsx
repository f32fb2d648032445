import { getAccount } from '@our-print/contract/money/accounts.ts'
import { useRead } from '../../base/api/api.ts'
import { PartFailure } from '../../base/feedback/PartFailure.tsx'
import { Section } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { AccountFacts } from './AccountFacts.tsx'

/** The account of a customer, beside what else is known of them. */
export default function CustomerAccount({ id }: { id: string }) {
  const reply = useRead(getAccount, { params: { id } })
  return (
    <Section title="Account">
      <Stack gap={3} align="start">
        {reply.data && <AccountFacts account={reply.data} />}
        <PartFailure reply={reply} what="The account" />
        <Button size="small" to={`/account/${id}`}>
          Statement and deposit
        </Button>
      </Stack>
    </Section>
  )
}

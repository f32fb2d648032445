import { getAccount } from '@our-print/contract/money/accounts.ts'
import { useRead } from '../../base/api/api.ts'
import { Section } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { AccountFacts } from './AccountFacts.tsx'

/** The account of a customer, beside what else is known of them. */
export default function CustomerAccount({ id }: { id: string }) {
  const { data, error } = useRead(getAccount, { params: { id } })
  return (
    <Section title="Account">
      <Stack gap={3} align="start">
        {data && <AccountFacts account={data} />}
        {error && !data && (
          <Text role="alert" size="small" tone="muted">
            The account could not be loaded. {error.message}
          </Text>
        )}
        <Button size="small" to={`/account/${id}`}>
          Statement and deposit
        </Button>
      </Stack>
    </Section>
  )
}

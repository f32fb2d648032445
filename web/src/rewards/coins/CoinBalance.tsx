import type { User } from '@our-print/contract/people/customers.ts'
import { getCoins } from '@our-print/contract/rewards/coins.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { coins } from '../../base/format/format.ts'
import { Facts } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { LinkButton } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'

const ChangeCoinsDialog = lazyPart(() => import('./ChangeCoinsDialog.tsx'))

/** The coin balance, all coins ever earned and spent, and the button that changes the balance. */
export function CoinBalance({ user }: { user: User }) {
  const { data, error, refetch } = useRead(getCoins, { querystring: { user_id: user.id } })
  const [changing, setChanging] = useState(false)
  const grants = useCan('coins')
  const unknown = error ? '–' : '…'
  const now = data ? { ...user, coins: data.balance } : user
  return (
    <Stack gap={2}>
      <Row gap={2} justify="between" wrap>
        <span data-testid="balance">
          <Text size="title">{coins(now.coins)}</Text> <Text tone="muted">coins</Text>
        </span>
        {grants && (
          <Button size="small" onClick={() => setChanging(true)}>
            Grant or deduct
          </Button>
        )}
      </Row>
      <Facts
        facts={[
          { name: 'Earned', value: data ? coins(data.earned) : unknown },
          { name: 'Spent', value: data ? coins(data.spent) : unknown },
        ]}
      />
      {error && !data && (
        <Text as="div" role="alert" size="small" tone="muted">
          {error.message} <LinkButton onClick={() => void refetch()}>Retry</LinkButton>
        </Text>
      )}
      {changing && <ChangeCoinsDialog user={now} onClose={() => setChanging(false)} />}
    </Stack>
  )
}

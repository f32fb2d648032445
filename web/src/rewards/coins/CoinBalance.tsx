import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { User } from '@our-print/contract/people/customers.ts'
import { getCoins } from '@our-print/contract/rewards/coins.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { coins } from '../../base/format/format.ts'
import { Facts, SecondaryButton } from '../../base/page/Page.tsx'

const ChangeCoinsDialog = lazyPart(() => import('./ChangeCoinsDialog.tsx'))

/** The coin balance, all coins ever earned and spent, and the button that changes the balance. */
export function CoinBalance({ user }: { user: User }) {
  const { data, error, refetch } = useRead(getCoins, { querystring: { user_id: user.id } })
  const [changing, setChanging] = useState(false)
  const unknown = error ? '–' : '…'
  const now = data ? { ...user, coins: data.balance } : user
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Box
          data-testid="balance"
          sx={{
            flex: 1,
            fontSize: '1.75rem',
            lineHeight: 1.2,
            fontWeight: 650,
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {coins(now.coins)}{' '}
          <Box component="span" sx={{ typography: 'body1', color: 'text.secondary' }}>
            coins
          </Box>
        </Box>
        <SecondaryButton size="small" onClick={() => setChanging(true)}>
          Grant or deduct
        </SecondaryButton>
      </Box>
      <Facts
        facts={[
          { name: 'Earned', value: data ? coins(data.earned) : unknown },
          { name: 'Spent', value: data ? coins(data.spent) : unknown },
        ]}
      />
      {error && !data && (
        <Box role="alert" sx={{ typography: 'body2', color: 'text.secondary', mt: 1 }}>
          {error.message}{' '}
          <Link component="button" type="button" onClick={() => void refetch()}>
            Retry
          </Link>
        </Box>
      )}
      {changing && <ChangeCoinsDialog user={now} onClose={() => setChanging(false)} />}
    </>
  )
}

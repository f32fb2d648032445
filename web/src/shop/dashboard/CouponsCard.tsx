import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { Link } from 'react-router'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { ShortList } from './ShortList.tsx'

const maxShown = 10

/** The valid coupons, most used first. */
export const CouponsCard = ({ coupons }: { coupons: Dashboard['coupons'] | undefined }) => (
  <ShortList
    title="Running coupons"
    note={coupons && coupons.length >= maxShown ? 'The ten most used, ever' : 'Uses so far'}
    heads={['Code', 'Used']}
    rows={coupons?.map(({ id, code, usage_count }) => ({
      id,
      name: code,
      to: `/coupons?${new URLSearchParams({ query: code })}`,
      value: usage_count,
    }))}
    empty={
      <>
        No coupon is valid today.
        <SecondaryButton component={Link} to="/coupons">
          See coupons
        </SecondaryButton>
      </>
    }
  />
)

import { useState } from 'react'
import { lazyPart } from '../base/feedback/lazyPart.tsx'
import { FilterList } from '../base/icons/frame.tsx'
import { SecondaryButton } from '../base/page/SecondaryButton.tsx'
import type { OrderList, OrderViewName } from './orderLists.ts'

const OrderFilterPanel = lazyPart(() => import('./OrderFilterPanel.tsx'))

type Props = { list: OrderList; view: OrderViewName; number: number }

/** Opens the other filters; says how many are active. */
export function OrderFilterButton({ list, view, number }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <SecondaryButton
        startIcon={<FilterList />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onMouseEnter={OrderFilterPanel.preload}
        onFocus={OrderFilterPanel.preload}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={number > 0 ? { borderColor: 'primary.main' } : {}}
      >
        {number > 0 ? `Filters (${number})` : 'Filters'}
      </SecondaryButton>
      {anchor && <OrderFilterPanel anchor={anchor} list={list} view={view} onClose={() => setAnchor(null)} />}
    </>
  )
}

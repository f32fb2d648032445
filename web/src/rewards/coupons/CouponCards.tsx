import type { Output } from '@our-print/contract/endpoint.ts'
import { pageSize } from '@our-print/contract/paging.ts'
import type { Coupon, listCoupons } from '@our-print/contract/rewards/coupons.ts'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Query } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { count, plural, rupees } from '../../base/format/format.ts'
import { PersonAddAltOutlined as PersonAdd, Schedule } from '../../base/icons/frame.tsx'
import { GroupOutlined as Group, Repeat, RepeatOne } from '../../base/icons/screens.tsx'
import { SearchBox } from '../../base/list/ListTools.tsx'
import { Pager } from '../../base/list/Pager.tsx'
import { Failed, LoadingRows, NoRecords } from '../../base/list/ResourceStates.tsx'
import { RowMenu } from '../../base/list/RowMenu.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { SelectField } from '../../base/ui/Input.tsx'
import { Row, Spacer } from '../../base/ui/Layout.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { Heading, Text, VisuallyHidden } from '../../base/ui/Text.tsx'
import styles from './CouponCards.module.css'
import { audienceOf, type CouponState, matchesCoupon, percent, stateOf, usageOf } from './couponTexts.ts'

type Props = CardActions & {
  rows: Query<Output<typeof listCoupons>>
  /** The id of the coupon that the form edits. */
  edited: string | undefined
  hint: string
  action: ReactNode
}

const states: readonly { value: CouponState | ''; label: string }[] = [
  { value: '', label: 'All coupons' },
  { value: 'running', label: 'Running' },
  { value: 'upcoming', label: 'Not started' },
  { value: 'expired', label: 'Expired' },
]

/** With more coupons than this, search and pages are shown. */
const searchThreshold = 5

/** All coupons, newest first. The server sends one list; it is searched and paged here. */
export function CouponCards({ rows, edited, hint, action, ...actions }: Props) {
  const list = useListState(['state'])
  const reply = useQuery(rows)
  const all = Array.isArray(reply.data) ? reply.data : (reply.data?.results ?? [])
  const state = states.find(({ value }) => value && value === list.filters.state)?.value ?? ''
  const found = all.filter(
    (coupon) => matchesCoupon(coupon, list.query) && (!state || stateOf(coupon) === state),
  )
  const shown = found.slice((list.page - 1) * pageSize, list.page * pageSize)
  return (
    <section aria-label="My Coupons" className={styles.coupons}>
      <Row gap={2} align="baseline">
        <Heading level="h2">My Coupons</Heading>
        {all.length > 0 && (
          <Text size="small" tone="muted">
            {count(all.length)}
          </Text>
        )}
      </Row>
      {(all.length > searchThreshold || list.isFiltered) && (
        <div className={styles.filters}>
          <SearchBox list={list} placeholder="Code, name" />
          <SelectField
            label="Status"
            hideLabel
            options={states}
            value={state}
            onChange={(value) => list.setFilter('state', value || null)}
          />
        </div>
      )}
      {reply.isPending && <LoadingRows columns={['']} cards />}
      {reply.isError && !reply.data && (
        <Failed title="Error Occured while getting coupons" error={reply.error} onRetry={reply.refetch} />
      )}
      {reply.data && shown.length === 0 && (
        <NoRecords
          empty={{ hint, action }}
          isFiltered={list.isFiltered}
          onClear={list.clear}
          beyond={found.length > 0}
          onFirst={() => list.setPage(1)}
        />
      )}
      {shown.length > 0 && (
        <ul className={styles.cards}>
          {shown.map((coupon) => (
            <CouponCard key={coupon.id} coupon={coupon} edited={coupon.id === edited} {...actions} />
          ))}
        </ul>
      )}
      {found.length > pageSize && (
        <Pager page={list.page} pageSize={pageSize} total={found.length} onPage={list.setPage} />
      )}
      <VisuallyHidden as="output">{reply.data ? `${count(found.length)} found` : ''}</VisuallyHidden>
    </section>
  )
}

type CardActions = {
  onEdit: (coupon: Coupon) => void
  onDelete: (coupon: Coupon) => void
  /** Opens the list of its uses. */
  onShowUses: (coupon: Coupon) => void
}

type CouponCardProps = CardActions & {
  coupon: Coupon
  /** Whether the form edits this coupon. */
  edited: boolean
}

const menuClearsAfterMs = 3000

/** One coupon as a card: the discount at the left edge, its facts next to it. */
function CouponCard({ coupon, edited, onEdit, onDelete, onShowUses }: CouponCardProps) {
  const [seesPrices, seesCustomers] = [useCan('prices'), useCan('customers')]
  const seesUses = seesPrices && seesCustomers
  const { code, name, discount_percentage, usage_count, given_away } = coupon
  const state = stateOf(coupon)
  const expired = state === 'expired'
  return (
    <Card as="li" pad={0} chosen={edited} ref={useReturn(edited)} className={styles.card}>
      <div className={clsx(styles.edge, expired && styles.expired)}>
        <Text size="title">{percent(discount_percentage)}</Text>
        <Text size="caption" strong>
          off
        </Text>
        {expired && <div className={styles.ribbon}>EXPIRED</div>}
      </div>
      <div className={styles.facts}>
        <Row gap={2} align="start">
          <div className={styles.names}>
            <Heading level="h3">
              <span className={styles.code}>{code}</span>
            </Heading>
            <Text tone="muted">{name}</Text>
          </div>
          <div className={styles.menu}>
            <RowMenu
              name={code}
              clearsAfter={menuClearsAfterMs}
              actions={[
                { label: 'Edit', onClick: () => onEdit(coupon) },
                { label: 'Delete', onClick: () => onDelete(coupon), danger: true },
              ]}
            />
          </div>
        </Row>
        <Text as="div" size="small">
          <Day day={coupon.valid_from} /> to <Day day={coupon.valid_to} />
        </Text>
        <div className={styles.tags}>
          <Tag label={audienceOf(coupon)} Icon={coupon.isfornew ? PersonAdd : Group} />
          <Tag label={usageOf(coupon)} Icon={coupon.one_time_only ? RepeatOne : Repeat} />
          {state === 'upcoming' && <Tag label="not started" Icon={Schedule} tone="off" />}
        </div>
        <Row gap={3}>
          <Text as="div" size="small" tone="muted">
            <span className={styles.used}>
              <span>Used {plural(usage_count, 'time')}</span>
              <span>{rupees(given_away)} given away</span>
            </span>
          </Text>
          <Spacer />
          {seesUses && (
            <Button
              size="small"
              aria-label={`Uses of ${code}`}
              aria-haspopup="dialog"
              onClick={() => onShowUses(coupon)}
            >
              Uses
            </Button>
          )}
        </Row>
      </div>
    </Card>
  )
}

/** Returns the focus to the card's menu when its coupon leaves the form, unless the focus is elsewhere. */
function useReturn(edited: boolean) {
  const card = useRef<HTMLElement>(null)
  const wasEdited = useRef(edited)
  useEffect(() => {
    const isLost = document.activeElement?.closest('main > *') === null
    if (wasEdited.current && !edited && isLost) card.current?.querySelector('button')?.focus()
    wasEdited.current = edited
  }, [edited])
  return card
}

/** A day as YYYY-MM-DD, as the specification writes the days of rewards. */
const Day = ({ day }: { day: string }) => (
  <time dateTime={day} className={styles.day}>
    {day}
  </time>
)

import { listPlans, type Plan, planOrderings } from '@our-print/contract/rewards/plans.ts'
import { query } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { count, plural, rupees } from '../../base/format/format.ts'
import {
  actionsColumn,
  activeColumn,
  type Column,
  CountLink,
  Name,
  nameColumn,
  numberColumn,
} from '../../base/list/columns.tsx'
import { activeFilter, FilteredListPage } from '../../base/list/ListPage.tsx'
import { PlanActions } from './PlanActions.tsx'

const PlanDialog = lazyPart(() => import('./PlanDialog.tsx'))

const state = activeFilter('State', 'All states')

const columns: readonly Column<Plan>[] = [
  nameColumn('name', ({ name, description }) => <Name about={description}>{name}</Name>),
  numberColumn('price', 'Price', 120, ({ price }) => rupees(price), 'price'),
  numberColumn('pages', 'Pages a month', 124, ({ pages_per_month }) => count(pages_per_month)),
  numberColumn('days', 'Days', 88, ({ duration_days }) => count(duration_days)),
  numberColumn('subscribers', 'Subscribers', 116, ({ name, subscribers_count }) => (
    <CountLink
      to={`/user_subscription?${new URLSearchParams({ query: name })}`}
      about={`${plural(subscribers_count, 'subscriber')} of ${name}`}
      many={subscribers_count}
    />
  )),
  activeColumn(112),
  actionsColumn(124, (plan) => <PlanActions plan={plan} />),
]

/** The plans that customers can buy. */
export const SubscriptionsPage = () => (
  <FilteredListPage
    title="Subscriptions"
    label="Subscription plans"
    from={{ sortedBy: planOrderings, rows: (querystring) => query(listPlans, { querystring }) }}
    columns={columns}
    search="Name, description"
    filter={state}
    hint="A plan is a number of pages for a number of days at one price. Create the first one, then sell it."
    create={{ label: 'New plan', renderDialog: (close) => <PlanDialog plan={null} onClose={close} /> }}
  />
)

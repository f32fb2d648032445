import { Tabs } from '../../base/ui/Tabs.tsx'

const tabs = [
  { value: 'hands', label: 'In hand', to: '/cash' },
  { value: 'till', label: 'Till', to: '/till' },
  { value: 'days', label: 'Days', to: '/days' },
  { value: 'statements', label: 'Statements', to: '/statements' },
] as const

/** The screens of the shop's cash. */
export const CashTabs = ({ value }: { value: (typeof tabs)[number]['value'] }) => (
  <Tabs label="Cash" tabs={tabs} value={value} />
)

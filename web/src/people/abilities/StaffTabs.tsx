import { Tabs } from '../../base/ui/Tabs.tsx'

const tabs = [
  { value: 'people', label: 'People', to: '/staff_users' },
  { value: 'sets', label: 'Ability sets', to: '/ability_sets' },
]

/** The staff, and the sets of what they may do. */
export const StaffTabs = ({ value }: { value: 'people' | 'sets' }) => (
  <Tabs label="Staff and ability sets" tabs={tabs} value={value} />
)

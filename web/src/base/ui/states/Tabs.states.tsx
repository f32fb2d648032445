import { CheckCircleOutlined, RemoveCircleOutlined, Schedule } from '../../icons/frame.tsx'
import { Chip } from '../Chip.tsx'
import { Row } from '../Layout.tsx'
import { Tabs } from '../Tabs.tsx'
import { Tag } from '../Tag.tsx'
import type { States } from './states.ts'

const tabs = ['All', 'New', 'Called', 'Won', 'Lost'].map((label) => ({ value: label, label, to: '/' }))

export default {
  title: 'Tabs, Chip, Tag',
  states: {
    line: <Tabs label="Leads" tabs={tabs} value="Called" />,
    pills: <Tabs label="Views" tabs={tabs} value="All" look="pills" />,
    chips: (
      <Row gap={2} wrap>
        <Chip text="Paper: A4" label="Remove filter: Paper: A4" onRemove={() => {}} />
        <Chip
          text={'Customer has vouchers of a company with a long name '.repeat(3)}
          label="Remove filter"
          onRemove={() => {}}
        />
      </Row>
    ),
    tags: (
      <Row gap={2}>
        <Tag label="Neutral" Icon={Schedule} />
        <Tag label="Active" Icon={CheckCircleOutlined} tone="good" />
        <Tag label="Inactive" Icon={RemoveCircleOutlined} tone="off" />
      </Row>
    ),
  },
} satisfies States

import { useState } from 'react'
import { Checkbox, Radio, Switch } from '../Checkbox.tsx'
import { Row, Stack } from '../Layout.tsx'
import { Segmented } from '../Segmented.tsx'
import type { States } from './states.ts'

const paper = [
  { value: 'a4', label: 'A4' },
  { value: 'a3', label: 'A3' },
  { value: 'legal', label: 'Legal' },
]

function Choice({ disabled = false }: { disabled?: boolean }) {
  const [value, setValue] = useState('a3')
  return <Segmented options={paper} value={value} onChange={setValue} disabled={disabled} />
}

export default {
  title: 'Checkbox, Radio, Switch, Segmented',
  states: {
    checkbox: (
      <Stack>
        <Checkbox label="Off" />
        <Checkbox label="On, with a hint" hint="What it does" defaultChecked />
        <Checkbox label="A part of it" indeterminate />
        <Checkbox label="Disabled" disabled />
        <Checkbox label="Disabled, on" disabled defaultChecked />
        <Row>
          <Checkbox aria-label="Without a label" />
          <Checkbox aria-label="On" defaultChecked />
          <Checkbox aria-label="Some" indeterminate />
        </Row>
      </Stack>
    ),
    radio: (
      <Stack>
        <Radio name="printer" label="Ricoh" hint="Free" defaultChecked />
        <Radio name="printer" label="Canon" hint="40 sides before it, about 2 minutes" />
        <Radio name="printer" label="Disabled" hint="No A3" disabled />
      </Stack>
    ),
    switch: (
      <Stack>
        <Switch label="Off" />
        <Switch label="On" defaultChecked />
        <Switch label="Disabled" disabled />
        <Switch label="Disabled, on" disabled defaultChecked />
      </Stack>
    ),
    segmented: (
      <Stack gap={3}>
        <Choice />
        <Choice disabled />
      </Stack>
    ),
  },
} satisfies States

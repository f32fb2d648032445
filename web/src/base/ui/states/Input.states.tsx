import { useState } from 'react'
import { Search, VisibilityOutlined as Visibility } from '../../icons/frame.tsx'
import { IconButton } from '../Button.tsx'
import { Field, FieldGroup } from '../Field.tsx'
import { Input, Select, SelectField, TextArea } from '../Input.tsx'
import { Row, Stack } from '../Layout.tsx'
import type { States } from './states.ts'

const few = [
  { value: 'color', label: 'Colour' },
  { value: 'grey', label: 'Black and white' },
]

function Growing() {
  const [text, setText] = useState('It grows\nto three times\nits lines')
  return <TextArea rows={2} aria-label="Note" value={text} onChange={({ target }) => setText(target.value)} />
}

export default {
  title: 'Field, Input, TextArea, Select',
  states: {
    field: (
      <Stack gap={4}>
        <Field label="Name" optional hint="As on the parcel">
          {(wiring) => <Input {...wiring} placeholder="Asha Menon" />}
        </Field>
        <Field label="Mobile" error="This field is Required">
          {(wiring) => <Input {...wiring} defaultValue="+91" />}
        </Field>
        <Field label="Disabled">{(wiring) => <Input {...wiring} defaultValue="Fixed" disabled />}</Field>
        <FieldGroup label="A group" hint="Its hint">
          <Row gap={2}>
            <Input aria-label="From" defaultValue="1" />
            <Input aria-label="To" defaultValue="12" />
          </Row>
        </FieldGroup>
      </Stack>
    ),
    'start, end': (
      <Stack gap={3}>
        <Input aria-label="Search" start={<Search size={18} />} placeholder="Search" />
        <Input aria-label="Price" start="₹" numeric defaultValue="1250.50" />
        <Input aria-label="Coins" end="coins" numeric defaultValue="40" />
        <Input
          aria-label="Password"
          type="password"
          defaultValue="secret"
          end={
            <IconButton size="small" aria-label="Show password">
              <Visibility />
            </IconButton>
          }
        />
        <Input aria-label="Small" size="small" defaultValue="1-3,7" />
        <Input aria-label="Large" size="large" defaultValue="A-12" />
      </Stack>
    ),
    'several lines': (
      <Stack gap={3}>
        <TextArea rows={3} aria-label="Empty" value="" placeholder="Three lines" readOnly />
        <Growing />
      </Stack>
    ),
    select: (
      <Stack gap={3}>
        <Select aria-label="Colour" options={few} defaultValue="grey" onChange={() => {}} />
        <Select aria-label="Disabled" options={few} disabled onChange={() => {}} />
        <SelectField label="Colour" options={few} value="color" error="Not in stock" onChange={() => {}} />
      </Stack>
    ),
  },
} satisfies States

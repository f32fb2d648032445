import { type ReactNode, useRef, useState } from 'react'
import { MoreVert } from '../../icons/frame.tsx'
import { Check } from '../../icons/screens.tsx'
import { Alert } from '../Alert.tsx'
import { Button, IconButton } from '../Button.tsx'
import { Dialog, PaletteDialog } from '../Dialog.tsx'
import { Drawer } from '../Drawer.tsx'
import { Row, Stack } from '../Layout.tsx'
import { Link } from '../Link.tsx'
import { Menu, MenuDivider, MenuItem, MenuSection } from '../Menu.tsx'
import { Peek } from '../Peek.tsx'
import { Popover } from '../Popover.tsx'
import { Heading, Text } from '../Text.tsx'
import { Toast } from '../Toast.tsx'
import type { States } from './states.ts'

type OpenProps = {
  name: string
  icon?: ReactNode
  children: (anchor: HTMLElement, close: () => void) => ReactNode
}

/** A button and what it opens. */
function Opens({ name, icon, children }: OpenProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      {icon ? (
        <IconButton aria-label={name} onClick={(event) => setAnchor(event.currentTarget)}>
          {icon}
        </IconButton>
      ) : (
        <Button onClick={(event) => setAnchor(event.currentTarget)}>{name}</Button>
      )}
      {anchor && children(anchor, close)}
    </>
  )
}

const many = Array.from({ length: 40 }, (_, at) => `${at + 1} copies of Annual report.pdf`)
const nothing = () => undefined

const items = (
  <>
    <MenuItem>Edit</MenuItem>
    <MenuItem reason="Only the newest order can be changed.">Change</MenuItem>
    <MenuItem to="/">A screen</MenuItem>
    <MenuDivider />
    <MenuItem tone="danger">Delete</MenuItem>
  </>
)

function Choices() {
  const [mode, setMode] = useState('Light')
  return (
    <MenuSection title="Appearance">
      {['Like the system', 'Light', 'Dark'].map((one) => (
        <MenuItem
          key={one}
          kind="radio"
          checked={mode === one}
          start={mode === one && <Check />}
          stays
          onClick={() => setMode(one)}
        >
          {one}
        </MenuItem>
      ))}
    </MenuSection>
  )
}

function Typed() {
  const field = useRef<HTMLInputElement>(null)
  return <input ref={field} autoFocus aria-label="Name" />
}

const dialogs = {
  Question: (close: () => void) => (
    <Dialog
      title="Delete 3 vouchers?"
      onClose={close}
      actions={
        <>
          <Button autoFocus onClick={close}>
            Cancel
          </Button>
          <Button look="primary" tone="danger" onClick={close}>
            Delete
          </Button>
        </>
      }
    >
      <Text as="div" tone="muted">
        They can be restored for 30 days.
      </Text>
    </Dialog>
  ),
  Form: (close: () => void) => (
    <Dialog
      title="New customer"
      full
      low
      onClose={close}
      onSubmit={(event) => {
        event.preventDefault()
        close()
      }}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary">
            Save
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Alert severity="error">The mobile is taken.</Alert>
        <Typed />
        <Opens name="Menu in a dialog">
          {(anchor, end) => (
            <Menu anchor={anchor} onClose={end}>
              {items}
            </Menu>
          )}
        </Opens>
        <Opens name="Question in a dialog">{(_, end) => dialogs.Question(end)}</Opens>
      </Stack>
    </Dialog>
  ),
  Long: (close: () => void) => (
    <Dialog
      title="Uses of WELCOME10"
      subtitle="Used 40 times. Cancelled orders are not counted."
      size="md"
      full
      readable
      onClose={close}
      actions={<Button onClick={close}>Close</Button>}
    >
      {many.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Dialog>
  ),
  Palette: (close: () => void) => (
    <PaletteDialog label="Find anything" onClose={close}>
      <Typed />
    </PaletteDialog>
  ),
  'Drawer: record': (close: () => void) => (
    <Drawer kind="record" aria-label="Lead" onClose={close}>
      <Heading level="h2">Kavya Rao</Heading>
      <Button onClick={close}>Close</Button>
    </Drawer>
  ),
  'Drawer: menu': (close: () => void) => (
    <Drawer kind="menu" aria-label="Menu" onClose={close}>
      <Link to="/">Orders</Link>
    </Drawer>
  ),
}

export default {
  title: 'Dialog, Drawer, Menu, Popover, Peek, Alert, Toast',
  states: {
    dialogs: (
      <Row gap={2} wrap>
        {Object.entries(dialogs).map(([name, draw]) => (
          <Opens key={name} name={name}>
            {(_, close) => draw(close)}
          </Opens>
        ))}
      </Row>
    ),
    menus: (
      <Row gap={2} wrap>
        <Opens name="Menu">
          {(anchor, close) => (
            <Menu anchor={anchor} onClose={close} align="start">
              {items}
            </Menu>
          )}
        </Opens>
        <Opens name="Sections">
          {(anchor, close) => (
            <Menu anchor={anchor} onClose={close}>
              <Choices />
              <MenuDivider />
              <MenuSection title="Our Print 1.0" />
            </Menu>
          )}
        </Opens>
        <Opens name="Long menu">
          {(anchor, close) => (
            <Menu anchor={anchor} onClose={close}>
              {many.map((line) => (
                <MenuItem key={line}>{line}</MenuItem>
              ))}
            </Menu>
          )}
        </Opens>
        <Opens name="More actions" icon={<MoreVert />}>
          {(anchor, close) => (
            <Menu anchor={anchor} onClose={close} above align="start">
              {items}
            </Menu>
          )}
        </Opens>
        <Opens name="Panel">
          {(anchor, close) => (
            <Popover anchor={anchor} label="Columns" onClose={close}>
              {many.slice(0, 6).map((line) => (
                <label key={line}>
                  <input type="checkbox" /> {line}
                </label>
              ))}
            </Popover>
          )}
        </Opens>
      </Row>
    ),
    peek: (
      <Peek panel="A list of facts behind the number, at most 260 px wide.">
        <Text size="heading">40</Text> claimed
      </Peek>
    ),
    alerts: (
      <Stack gap={2}>
        {(['error', 'warning', 'info', 'success'] as const).map((severity) => (
          <Alert key={severity} severity={severity}>
            {severity}: 40 copies of Annual report.pdf
          </Alert>
        ))}
        <Alert severity="warning" title="Something went wrong — please try again!" onClose={nothing}>
          The server is busy
        </Alert>
        <Alert severity="info" action={<Button size="small">Use them</Button>}>
          Anita Hegde has this mobile.
        </Alert>
      </Stack>
    ),
    toasts: (
      <Stack gap={2} align="start">
        <Toast onDismiss={nothing}>Order 1042 assigned</Toast>
        <Toast
          onDismiss={nothing}
          actions={
            <Button look="plain" size="small">
              Undo
            </Button>
          }
        >
          3 vouchers deleted
        </Toast>
        <Toast failed onDismiss={nothing}>
          <div>It could not be restored.</div>
          <Text as="div" tone="muted">
            Another voucher has the code now.
          </Text>
        </Toast>
      </Stack>
    ),
  },
} satisfies States

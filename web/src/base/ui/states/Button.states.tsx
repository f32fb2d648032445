import { Close } from '../../icons/frame.tsx'
import { Add } from '../../icons/screens.tsx'
import { Button, IconButton } from '../Button.tsx'
import { Row } from '../Layout.tsx'
import { Link, LinkButton } from '../Link.tsx'
import type { States } from './states.ts'

const looks = ['primary', 'secondary', 'plain'] as const
const tones = ['neutral', 'muted', 'accent', 'danger', 'warning'] as const

export default {
  title: 'Button, IconButton, Link',
  states: {
    ...Object.fromEntries(
      looks.map((look) => [
        look,
        <Row key={look} gap={2} wrap>
          {tones.map((tone) => (
            <Button key={tone} look={look} tone={tone}>
              {tone}
            </Button>
          ))}
          <Button look={look} disabled>
            Disabled
          </Button>
          <Button look={look} loading>
            Loading
          </Button>
          <Button look={look} start={<Add />}>
            With icon
          </Button>
        </Row>,
      ]),
    ),
    sizes: (
      <Row gap={2} wrap>
        <Button size="small">Small</Button>
        <Button>Medium</Button>
        <Button size="large">Large</Button>
        <Button size="touch">Touch</Button>
        <Button to="/">To a screen</Button>
        <Button href="#">To a file</Button>
      </Row>
    ),
    icons: (
      <Row gap={2}>
        <IconButton aria-label="Close">
          <Close />
        </IconButton>
        <IconButton aria-label="Close, small" size="small">
          <Close size={16} />
        </IconButton>
        <IconButton aria-label="Close, disabled" disabled>
          <Close />
        </IconButton>
        <IconButton aria-label="Close, framed" look="secondary">
          <Close />
        </IconButton>
      </Row>
    ),
    links: (
      <Row gap={3}>
        <Link to="/">To a screen</Link>
        <Link href="tel:1">A phone</Link>
        <Link to="/" tone="inherit" strong>
          Inherits
        </Link>
        <Link to="/" underlined>
          Underlined
        </Link>
        <span>
          A press within a sentence: <LinkButton>retry</LinkButton>
        </span>
      </Row>
    ),
  },
} satisfies States

import type { ReactNode } from 'react'
import { Row, Stack } from '../ui/Layout.tsx'
import { Link } from '../ui/Link.tsx'
import { Text } from '../ui/Text.tsx'

type OptionProps = { name: string; about?: string | null; aside?: string | undefined }

/** A record as a row of a picker: its name, a line that distinguishes it, and a fact on the right. */
export const RecordOption = ({ name, about, aside }: OptionProps) => (
  <Row gap={4} align="baseline" fill>
    <Stack fill>
      <Text flow="wrap">{name}</Text>
      {about && (
        <Text size="caption" tone="muted">
          {about}
        </Text>
      )}
    </Stack>
    {aside && (
      <Text size="caption" tone="muted" flow="keep">
        {aside}
      </Text>
    )}
  </Row>
)

/** Shown when a picker finds nothing, with where to create the record. */
export const NoResults = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack>
    <strong>{title}</strong>
    <Text size="caption">{children}</Text>
  </Stack>
)

/** A link out of a form, opened in a new tab because the form is not saved yet. */
export const LinkOption = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} target="_blank" rel="noopener" underlined>
    {children}
  </Link>
)

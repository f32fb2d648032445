import { Button } from '../ui/Button.tsx'
import { Row } from '../ui/Layout.tsx'

type Props = { isDirty: boolean; isPending: boolean; onCancel: () => void }

/** The end of a form that is a page: what was changed is saved or taken back. */
export const SaveRow = ({ isDirty, isPending, onCancel }: Props) => (
  <Row gap={2} justify="end">
    <Button disabled={!isDirty || isPending} onClick={onCancel}>
      Cancel
    </Button>
    <Button type="submit" look="primary" disabled={!isDirty} loading={isPending}>
      Save
    </Button>
  </Row>
)

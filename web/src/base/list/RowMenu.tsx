import type { ReactNode } from 'react'
import { lazyPart } from '../feedback/lazyPart.tsx'
import { MoreVert } from '../icons/frame.tsx'
import { usePopup } from '../page/usePopup.ts'
import { IconButton } from '../ui/Button.tsx'
import { Row } from '../ui/Layout.tsx'
import styles from './RowMenu.module.css'
import type { RowAction, RowMenuProps } from './RowMenuActions.tsx'

export type { RowAction }

type Props = RowMenuProps & {
  name: string
  /** Beside large buttons, as one of them. */
  framed?: boolean
}

/** What the dots open. */
export const RowMenuActions = lazyPart(() => import('./RowMenuActions.tsx'))

/** More actions on a row, behind three dots; without any, the room that they take in other rows. */
export function RowMenu({ name, framed, ...menu }: Props) {
  const { anchor, button, close } = usePopup('menu')
  if (menu.actions.length === 0) return <span className={styles.none} />
  return (
    <>
      <IconButton
        {...(framed ? framedLook : { size: 'small' })}
        aria-label={`More actions for ${name}`}
        {...button}
      >
        <MoreVert />
      </IconButton>
      {anchor && <RowMenuActions {...menu} anchor={anchor} onClose={close} />}
    </>
  )
}

const framedLook = { look: 'secondary', size: 'touch' } as const

/** The small buttons at the end of a row: with frames, so that they look like what can be pressed, not like a fact in bold. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <Row as="span" gap={1} justify="end">
    {children}
  </Row>
)

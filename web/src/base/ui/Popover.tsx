import { clsx } from 'clsx'
import { anchoredLook, type Placement, placeAt } from './anchored.ts'
import { Modal, type ModalProps } from './Modal.tsx'
import styles from './Popover.module.css'

type Props = Omit<ModalProps, 'aria-label' | 'aria-labelledby'> &
  Placement & {
    label: string
    /** What it opens at: the button that was pressed. */
    anchor: HTMLElement
    /** A list of words (288 px), fields beside each other (400 px), or as wide as its content. */
    size?: 'small' | 'medium' | 'content'
  }

/** A panel beside the button that opens it, open as long as it is drawn; a press elsewhere only closes it. */
export const Popover = ({ label, anchor, align = 'end', above = false, size = 'small', ...props }: Props) => (
  <Modal
    {...props}
    aria-label={label}
    backdrop="none"
    className={clsx(anchoredLook({ align, above }), styles[size])}
    panel={styles.panel}
    onShown={(dialog) => placeAt(dialog, anchor, { align, above })}
  />
)

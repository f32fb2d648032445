import { clsx } from 'clsx'
import styles from './Drawer.module.css'
import { Modal, type ModalProps } from './Modal.tsx'

type Props = ModalProps & {
  /** The menu at the left, below the bar of the app, or a record at the right, beside its list. */
  kind: 'menu' | 'record'
}

/** A part of the app that slides in at an edge of the window, open as long as it is drawn. */
export const Drawer = ({ kind, ...props }: Props) => (
  <Modal {...props} className={clsx(styles.drawer, styles[kind], 'noprint')} panel={styles.panel} />
)

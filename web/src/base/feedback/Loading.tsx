import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { ApiError } from '../api/call.ts'
import { Button } from '../ui/Button.tsx'
import { Heading, VisuallyHidden } from '../ui/Text.tsx'
import styles from './Loading.module.css'

type Props = {
  /** A page with its heading, or a part of one. */
  of?: 'page' | 'part'
}

/** In place of what loads; appears after a delay, so that quick loads do not flicker. */
export const Loading = ({ of = 'page' }: Props) => (
  <output className={clsx(styles.loading, of === 'page' ? styles.page : styles.part)}>
    <VisuallyHidden>Loading...</VisuallyHidden>
    <div aria-hidden>
      {of === 'page' ? (
        <>
          <div className={clsx(styles.bone, styles.title)} />
          <div className={clsx(styles.bone, styles.short)} />
          <div className={styles.cards}>
            <div className={clsx(styles.bone, styles.high)} />
            <div className={clsx(styles.bone, styles.low)} />
          </div>
        </>
      ) : (
        <>
          <div className={clsx(styles.bone, styles.short)} />
          <div className={clsx(styles.bone, styles.long)} />
          <div className={styles.bone} />
        </>
      )}
    </div>
  </output>
)

type LoadFailureProps = {
  /** 'This order could not be loaded' */
  title: string
  reply: { error: ApiError | null; isFetching: boolean; refetch: () => Promise<unknown> }
}

/** Shown instead of a page whose record could not be loaded, with the reason and Retry. */
export const LoadFailure = ({ title, reply: { error, isFetching, refetch } }: LoadFailureProps) => (
  <Notice title={title}>
    <p role="alert">{error?.message}</p>
    <Button look="primary" loading={isFetching} onClick={() => void refetch()}>
      Retry
    </Button>
  </Notice>
)

type NoticeProps = { title: string; children?: ReactNode }

/** A message in the middle of the page. */
export const Notice = ({ title, children }: NoticeProps) => (
  <div className={styles.notice}>
    <Heading level="h1">{title}</Heading>
    {children && <div className={styles.words}>{children}</div>}
  </div>
)

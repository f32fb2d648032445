import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { ArrowBack } from '../icons/screens.tsx'
import { useHistory } from '../router/router.tsx'
import { Button } from '../ui/Button.tsx'
import { Heading } from '../ui/Text.tsx'
import styles from './BackBar.module.css'

type Props = {
  title: ReactNode
  /** Where Back leads from the first screen of the tab. */
  home: string
  action?: ReactNode
  /** Beneath all of them. */
  children?: ReactNode
}

/** The header of a screen without the menus: the way back, the title, one action. It is not printed. */
export function BackBar({ title, home, action, children }: Props) {
  const { back } = useHistory()
  return (
    <header className={clsx('noprint', styles.bar)}>
      <div className={styles.parts}>
        <Button look="plain" start={<ArrowBack />} onClick={() => back(home)}>
          Back
        </Button>
        <Heading level="h1" like="h3">
          {title}
        </Heading>
        <span>{action}</span>
      </div>
      {children}
    </header>
  )
}

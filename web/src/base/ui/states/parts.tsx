import '../tokens.css'
import '../page.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Heading, Text } from '../Text.tsx'
import styles from './parts.module.css'
import type { States } from './states.ts'

// All parts in all their states, for the eye: `npm run dev`, then /parts.html. Not in the build.

const files = import.meta.glob<{ default: States }>('./*.states.tsx', { eager: true })

const root = document.getElementById('root')
if (!root) throw new Error('parts.html has no #root')
createRoot(root).render(
  <StrictMode>
    <main className={styles.page}>
      <Heading level="h1">Parts</Heading>
      {Object.values(files).map(({ default: { title, states } }) => (
        <section key={title} className={styles.part} aria-label={title}>
          <Heading level="h2">{title}</Heading>
          {Object.entries(states).map(([name, element]) => (
            <div key={name} className={styles.state}>
              <Text size="caption" tone="muted">
                {name}
              </Text>
              <div>{element}</div>
            </div>
          ))}
        </section>
      ))}
    </main>
  </StrictMode>,
)

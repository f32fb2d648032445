import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type FirstView, measureFirstView } from '../firstView.ts'
import { type Interaction, measureInteractions } from '../interactions.ts'
import { root } from '../servers.ts'
import { firstView, interaction, javaScript } from '../targets.ts'
import { type Bench, inShop, type Row, type Section } from './part.ts'
import { measureWeb } from './webSizes.ts'

/** What a browser loads until a screen shows, and how long that takes on a slow phone and a slow network. */
export async function measureFirstViews(bench: Bench): Promise<Section> {
  await build()
  const { signIn, orders } = measureWeb()
  const { views, interactions } = await inShop(
    bench,
    await bench.seeded(bench.sizes[0] ?? 0),
    async ({ server, token }) => ({
      views: await measureFirstView(server.url, token),
      interactions: await measureInteractions(server.url, token),
    }),
  )
  return {
    about: `Chromium with an empty cache, a 4 times slower processor and Fast 3G (562 ms, 1.44 Mbit/s), medians. A second visit finds the files of the first in its cache. The weight of JavaScript is that of its Brotli copies. A route change finds files and data in the open app, with the slow processor alone.`,
    rows: [
      weight('JavaScript until sign-in shows', signIn, javaScript.signIn),
      weight('JavaScript until the orders list shows', orders, javaScript.orders),
      ...views.flatMap(rowsOf),
      shiftRow(views),
      ...interactions.map(interactionRow),
    ],
  }
}

function weight(work: string, bytes: number, most: number): Row {
  const kib = Math.round(bytes / 1024)
  return { work, measured: `${kib} KiB`, target: `≤ ${most} KiB`, isKept: kib <= most }
}

function rowsOf({ screen, requests, kilobytes, ms, secondVisitMs }: FirstView): Row[] {
  const seconds = ms / 1000
  const name = Object.keys(firstView.seconds).find((word) => screen.includes(word))
  const most = name ? firstView.seconds[name] : undefined
  return [
    {
      work: `first view: ${screen}`,
      measured: `${seconds.toFixed(1)} s, ${requests} requests, ${Math.round(kilobytes)} KB`,
      target: `${most ? `≤ ${most} s, ` : ''}≤ ${firstView.requests} requests`,
      isKept: seconds <= (most ?? Infinity) && requests <= firstView.requests,
    },
    {
      work: `second visit: ${screen}`,
      measured: `${(secondVisitMs / 1000).toFixed(1)} s`,
      target: `≤ ${firstView.secondVisit} s`,
      isKept: secondVisitMs / 1000 <= firstView.secondVisit,
    },
  ]
}

function shiftRow(views: FirstView[]): Row {
  const shift = Math.max(...views.map((view) => view.shift))
  return {
    work: 'layout shift of these views',
    measured: shift.toFixed(3),
    target: '0',
    isKept: shift < 0.0005,
  }
}

function interactionRow({ kind, what, ms }: Interaction): Row {
  const most = interaction[kind]
  return {
    work: `${kind === 'route' ? 'route change' : 'typing to paint'}: ${what}`,
    measured: `${ms} ms`,
    target: `≤ ${most} ms`,
    isKept: ms <= most,
  }
}

async function build(): Promise<void> {
  const child = spawn('npm', ['run', 'build'], { cwd: fileURLToPath(root), stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The web app could not be built')
}

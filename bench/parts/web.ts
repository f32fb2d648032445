import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type FirstView, measureFirstView } from '../firstView.ts'
import { root } from '../servers.ts'
import { firstView, javaScript } from '../targets.ts'
import { type Bench, inShop, type Row, type Section } from './part.ts'
import { measureWeb } from './webSizes.ts'

/** What a browser loads until a screen shows, and how long that takes on a slow phone and a slow network. */
export async function measureFirstViews(bench: Bench): Promise<Section> {
  await build()
  const { signIn, orders } = measureWeb()
  const views = await inShop(bench, await bench.seeded(bench.sizes[0] ?? 0), ({ server, token }) =>
    measureFirstView(server.url, token),
  )
  return {
    about: `Chromium with an empty cache, a 4 times slower processor and Fast 3G (562 ms, 1.44 Mbit/s), medians. A second visit finds the files of the first in its cache. The weight of JavaScript is that of its Brotli copies.`,
    rows: [
      weight('JavaScript until sign-in shows', signIn, javaScript.signIn),
      weight('JavaScript until the orders list shows', orders, javaScript.orders),
      ...views.flatMap(rowsOf),
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

async function build(): Promise<void> {
  const child = spawn('npm', ['run', 'build'], { cwd: fileURLToPath(root), stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The web app could not be built')
}

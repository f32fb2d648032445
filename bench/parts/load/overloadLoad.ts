import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

// A process that sends load: closed loop (each client waits for its response) or open loop (a fixed rate per second).

export type Shot = {
  kind: string
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer
  /** A placeholder in the body that each request replaces by a new value. */
  fresh?: string
  /** How often it is sent, relative to the others. */
  weight: number
}
export type Job = { url: string; seconds: number; shots: Shot[] } & (
  | { clients: number; amount?: number }
  | { perSecond: number }
)
/** Counts of one kind: successes, refusals with Retry-After, other refusals, broken connections. */
export type Tally = {
  good: number
  refused: number
  wrong: number
  broken: number
  times: number[]
  /** Responses by status; a 429 or 503 without Retry-After is counted separately. */
  answers: Record<string, number>
}
export type Outcome = { seconds: number; took: number; kinds: Record<string, Tally>; examples: string[] }

async function run(job: Job): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1000, scheduling: 'lifo' })
  const kinds: Outcome['kinds'] = {}
  const examples: string[] = []
  const pick = picker(job.shots)
  const since = performance.now()
  const until = since + job.seconds * 1000

  const fire = async (shot: Shot) => {
    const tally = (kinds[shot.kind] ??= { good: 0, refused: 0, wrong: 0, broken: 0, times: [], answers: {} })
    const start = performance.now()
    try {
      const { status, retryAfter, text } = await send(agent, job.url, shot)
      const mayRetry = status === 503 || status === 429
      const answer = mayRetry && !retryAfter ? `${status} without Retry-After` : String(status)
      tally.answers[answer] = (tally.answers[answer] ?? 0) + 1
      const isLate = performance.now() > until + 1000
      if (status < 400) {
        if (!isLate) tally.good++
        tally.times.push(performance.now() - start)
      } else if (mayRetry && retryAfter) tally.refused++
      else {
        tally.wrong++
        if (examples.length < 5) examples.push(`${shot.kind}: ${status} ${text.slice(0, 200)}`)
      }
    } catch (error) {
      tally.broken++
      if (examples.length < 5) examples.push(`${shot.kind}: ${String(error)}`)
    }
  }

  if ('clients' in job) {
    let left = job.amount ?? Number.POSITIVE_INFINITY
    const client = async () => {
      while (performance.now() < until && left-- > 0) await fire(pick())
    }
    await Promise.all(Array.from({ length: job.clients }, client))
  } else {
    const fired: Promise<void>[] = []
    while (performance.now() < until) {
      const due = ((performance.now() - since) / 1000) * job.perSecond
      while (fired.length < due) fired.push(fire(pick()))
      await sleep(2)
    }
    await Promise.all(fired)
  }
  agent.destroy()
  return { seconds: job.seconds, took: (performance.now() - since) / 1000, kinds, examples }
}

/** Picks kinds in a fixed repeating order, so that every round has the same mix. */
function picker(shots: Shot[]): () => Shot {
  const credit = shots.map(() => 0)
  const total = shots.reduce((sum, { weight }) => sum + weight, 0)
  return () => {
    let best = 0
    for (const [index, { weight }] of shots.entries()) {
      credit[index] = (credit[index] ?? 0) + weight
      if ((credit[index] ?? 0) > (credit[best] ?? 0)) best = index
    }
    credit[best] = (credit[best] ?? 0) - total
    return shots[best] as Shot
  }
}

function send(agent: Agent, url: string, shot: Shot) {
  const { method, path, headers } = shot
  return new Promise<{ status: number; retryAfter: string | undefined; text: string }>((resolve, reject) => {
    const sent = request(url + path, { agent, method, headers }, (response) => {
      let text = ''
      response.setEncoding('latin1')
      response.on('data', (chunk: string) => {
        if (text.length < 200) text += chunk
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], text }),
      )
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(bodyOf(shot))
  })
}

let bodies = 0

function bodyOf({ body, fresh }: Shot): Buffer | undefined {
  if (!body || !fresh) return body
  const news = (Date.now().toString(36) + (bodies++).toString(36).padStart(5, '0')).padStart(
    fresh.length,
    '0',
  )
  return Buffer.from(body.toString('latin1').replaceAll(fresh, news.slice(-fresh.length)), 'latin1')
}

process.on('message', (job: Job) => {
  void run(job).then((outcome) => process.send?.(outcome))
})

import autocannon from 'autocannon'

// The load comes from a process of its own, so that neither server shares its thread.

export type Request = {
  method?: 'GET' | 'PATCH' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}
/** `requests` holds one list for each client, which it repeats until the time is over. */
export type Job = { url: string; seconds: number; requests: Request[][] }
export type Measured = { perSecond: number; p50: number; refused: number }

const warmUp = 300
/** Of slow answers so many are waited for, whatever the time. */
const fewest = 5

async function run({ url, seconds, requests }: Job): Promise<Measured> {
  let client = 0
  let refused = 0
  let stopped = false
  const times: number[] = []
  // From the first answer on: preparing thousands of requests takes a while.
  let start = Number.POSITIVE_INFINITY
  let end = 0
  await new Promise<void>((resolve, reject) => {
    const options = {
      url,
      connections: requests.length,
      // Ended by us, to the millisecond; this is for a server that answers no more.
      duration: seconds + 60,
      setupClient: (connection: autocannon.Client) => connection.setRequests(requests[client++] ?? []),
    }
    const instance = autocannon(options, (error) => (error ? reject(error) : resolve()))
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      if (status < 200 || status >= 400) refused++
      const now = performance.now()
      if (start === Number.POSITIVE_INFINITY) start = now + warmUp
      if (stopped || now < start) return
      times.push(milliseconds)
      end = now
      if (now < start + seconds * 1000 || times.length < fewest) return
      stopped = true
      instance.stop()
    })
  })
  times.sort((a, b) => a - b)
  return {
    perSecond: (times.length * 1000) / (end - start),
    p50: times[Math.floor(times.length / 2)] ?? Number.NaN,
    refused,
  }
}

process.on('message', (job: Job) => {
  void run(job).then((measured) => process.send?.(measured))
})

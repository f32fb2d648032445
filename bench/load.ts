import autocannon from 'autocannon'

// Sends load from a process of its own, so that it does not share a thread with a server.

export type Request = {
  method?: 'GET' | 'PATCH' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}
/** `requests` has one list per client, which repeats it until the time is over. */
export type Job = { url: string; seconds: number; requests: Request[][] }
/** `answered` counts the responses of the warm-up too. */
export type Measured = { perSecond: number; p50: number; refused: number; answered: number }

/** In milliseconds. */
const warmUp = 300
/** A run waits for at least this many responses, however slow. */
const minimumResponses = 5

async function run({ url, seconds, requests }: Job): Promise<Measured> {
  let client = 0
  let refused = 0
  let answered = 0
  let stopped = false
  const times: number[] = []
  // Time counts from the first response, because preparing thousands of requests takes a while.
  let start = Number.POSITIVE_INFINITY
  let end = 0
  await new Promise<void>((resolve, reject) => {
    const options = {
      url,
      connections: requests.length,
      // We end the run ourselves, exactly; this applies only to a server that stops answering.
      duration: seconds + 60,
      // A stopped run ends at the next sample, by default only after a second.
      sampleInt: 20,
      setupClient: (connection: autocannon.Client) => connection.setRequests(requests[client++] ?? []),
    }
    const instance = autocannon(options, (error) => (error ? reject(error) : resolve()))
    // A server that is gone is said at once, not after the time that a silent one gets.
    instance.on('reqError', (error: Error) => stopped || reject(error))
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      answered++
      if (status < 200 || status >= 400) refused++
      const now = performance.now()
      if (start === Number.POSITIVE_INFINITY) start = now + warmUp
      if (stopped || now < start) return
      times.push(milliseconds)
      end = now
      if (now < start + seconds * 1000 || times.length < minimumResponses) return
      stopped = true
      instance.stop()
    })
  })
  times.sort((a, b) => a - b)
  return {
    perSecond: (times.length * 1000) / (end - start),
    p50: times[Math.floor(times.length / 2)] ?? Number.NaN,
    refused,
    answered,
  }
}

process.on('message', (job: Job) => {
  void run(job).then((measured) => process.send?.(measured))
})

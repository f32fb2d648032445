/** An event as a test hears it. */
export type Heard = { event: string; id: number; data: Record<string, unknown> }

/** A reader of `GET /api/events`; `heard` grows while the stream is open. */
export async function openEventStream(url: string, token: string, lastId?: string) {
  const controller = new AbortController()
  const response = await fetch(`${url}/api/events`, {
    headers: { authorization: `Token ${token}`, ...(lastId !== undefined && { 'last-event-id': lastId }) },
    signal: controller.signal,
  })
  const stream = {
    response,
    heard: [] as Heard[],
    heartbeats: 0,
    isEnded: false,
    close: () => controller.abort(),
    names: () => stream.heard.map(({ event }) => event),
    records: () => stream.heard.slice(1).map(({ data }) => data['id']),
    lastId: () => String(stream.heard.at(-1)?.id ?? ''),
  }
  const take = (message: string) => {
    if (message.startsWith(':')) {
      stream.heartbeats++
      return
    }
    const field = (name: string) =>
      message
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2) ?? ''
    stream.heard.push({
      event: field('event'),
      id: Number(field('id')),
      data: JSON.parse(field('data') || 'null') as Heard['data'],
    })
  }
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      const messages = text.split('\n\n')
      text = messages.pop() ?? ''
      messages.forEach(take)
    }
  }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) {
    void read()
      .catch(() => {})
      .finally(() => {
        stream.isEnded = true
      })
  }
  return stream
}

export type EventStream = Awaited<ReturnType<typeof openEventStream>>

/** What a write needs of a client: one within the process, or one that repeats its requests over the network. */
export type WriteClient = {
  /** Of another person. */
  withToken(token: string): WriteClient
  get(url: string): Promise<Answer>
  post(url: string, body?: object): Promise<Answer>
  patch(url: string, body?: object): Promise<Answer>
  put(url: string, body?: object): Promise<Answer>
  delete(url: string): Promise<Answer>
  upload(url: string, form: FormData): Promise<Answer>
}
export type Answer = { statusCode: number; body: string; headers: Record<string, unknown> }

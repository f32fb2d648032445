import { onTestFinished, vi } from 'vitest'

/** Uploads use XMLHttpRequest: this stub calls the stubbed fetch, so that their responses are typed, too. */
export function stubUploads() {
  vi.stubGlobal('XMLHttpRequest', RequestByFetch)
  onTestFinished(() => void vi.unstubAllGlobals())
}

class RequestByFetch extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  #target = { method: 'GET', url: '' }
  #headers = new Headers()

  open(method: string, url: string) {
    this.#target = { method, url }
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }

  getResponseHeader() {
    return null
  }

  abort() {
    this.dispatchEvent(new Event('abort'))
  }

  send(body: FormData) {
    void this.#ask(body)
  }

  async #ask(body: FormData) {
    const { method, url } = this.#target
    const reply = await fetch(url, { method, body, headers: this.#headers }).catch(() => null)
    this.status = reply?.status ?? 0
    this.responseText = (await reply?.text()) ?? ''
    this.dispatchEvent(new Event(reply ? 'load' : 'error'))
  }
}

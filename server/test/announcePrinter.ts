import Bonjour from 'bonjour-service'

type Announced = { name: string; port: number; type?: 'ipp' | 'ipps'; txt?: Record<string, string> }

/** Says on the loopback network that a printer is there, until the returned function is called. */
export function announcePrinter({ name, port, type = 'ipp', txt = {} }: Announced): () => Promise<void> {
  const options = { port: 5353, interface: '127.0.0.1', bind: '0.0.0.0', loopback: true }
  const bonjour = new Bonjour(options)
  const host = `${type}-${port}.local`
  bonjour.publish({ name, type, port, host, txt, probe: false, disableIPv6: true })
  return () => new Promise((resolve) => bonjour.unpublishAll(() => bonjour.destroy(resolve)))
}

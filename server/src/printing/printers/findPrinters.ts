import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FoundPrinter, mostFound } from '@our-print/contract/printing/findPrinters.ts'
import { isPrinterAddress } from '@our-print/contract/printing/printerAddress.ts'
import Bonjour, { type Service } from 'bonjour-service'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { conflict } from '../../base/http/problem.ts'
import * as printers from './printers.queries.ts'

const mdnsPort = 5353
/** A search ends once nothing new has answered for so long, and at the latest after so long. */
const quietMs = 1_000
const mostMs = 4_000

/** Asks the network which printers are there. Nothing is kept. */
export async function findPrinters({
  pool,
  place,
  searchInterface,
}: Pick<Dependencies, 'pool' | 'place' | 'searchInterface'>): Promise<FoundPrinter[]> {
  await place.check()
  const found = new Map<string, Omit<FoundPrinter, 'is_known'>>()
  const socket = await openSocket()
  const options = { port: mdnsPort, interface: searchInterface, socket, bind: false }
  const bonjour = new Bonjour(options)
  // The library would bind the socket itself, but a failure of that nobody could catch.
  socket.emit('listening')
  try {
    let last = Date.now()
    // What speaks TLS is read first where a printer speaks both.
    for (const type of ['ipps', 'ipp'])
      bonjour.find({ type }, (service) => {
        const printer = read(service)
        if (!printer || found.size >= mostFound || (type === 'ipp' && found.has(printer.name))) return
        found.set(printer.name, printer)
        last = Date.now()
      })
    const start = last
    while (Date.now() - last < quietMs && Date.now() - start < mostMs) await sleep(100)
  } finally {
    bonjour.destroy()
  }
  const known = new Set(await printers.addresses(pool))
  return [...found.values()]
    .map((printer) => ({ ...printer, is_known: known.has(printer.uri) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

async function openSocket(): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  try {
    socket.bind(mdnsPort)
    await once(socket, 'listening')
    return socket
  } catch (error) {
    socket.close()
    throw conflict(
      `The network cannot be searched from this machine (${(error as NodeJS.ErrnoException).code}). Type the address instead.`,
      'no_search',
    )
  }
}

type Told = Partial<Record<'rp' | 'ty' | 'note' | 'Color' | 'Duplex', string>>

/** What a printer says of itself, which anybody on the network could say. */
function read({
  name,
  type,
  port,
  addresses = [],
  txt,
}: Service): Omit<FoundPrinter, 'is_known'> | undefined {
  const told = (txt ?? {}) as Told
  const host = addresses.find((address) => !address.includes(':'))
  // Some name their path with the slash in front of it.
  const path = (told.rp ?? 'ipp/print').replace(/^\/+/, '')
  const uri = `${type}://${host}:${port}/${path}`
  if (!host || !isPrinterAddress(uri)) return undefined
  return {
    name: plain(name).slice(0, 60),
    uri,
    about: plain([told.ty, told.note].filter(Boolean).join(' · ')).slice(0, 120),
    color: told.Color === 'T',
    duplex: told.Duplex === 'T',
  }
}

const plain = (text: string) => text.toWellFormed().replace(/\p{C}/gu, '').trim()

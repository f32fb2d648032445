import { openDevice } from '../web/src/base/device/database.ts'
import { keyOf } from '../web/src/base/device/sealing.ts'
import { addActs, type NewAct } from '../web/src/orders/roundActs/actQueue.ts'

// Built by a proof and run in a page of the app: stores acts as its buttons do, where tapping each would take too long.

export type ToStore = {
  order: string
  version: number | null
  /** The colour of the photo that is taken for it. */
  color?: string
  act: Omit<NewAct, 'pictures'>
}

async function photoOf(color: string): Promise<File> {
  const canvas = new OffscreenCanvas(640, 480)
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('There is nothing to draw on')
  drawing.fillStyle = color
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'door.jpg', { type: 'image/jpeg' })
}

async function storeActs(person: string, all: readonly ToStore[]): Promise<void> {
  const key = await keyOf(person)
  if (!key) throw new Error('The key of the person is not on this device')
  const database = await openDevice()
  for (const { order, version, color, act } of all) {
    const pictures = color ? { photo: await photoOf(color), signature: undefined } : {}
    await addActs(database, { person, key }, { order, version }, [{ ...act, pictures }])
  }
}

Object.assign(globalThis, { storeActs })

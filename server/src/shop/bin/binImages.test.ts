import sharp from 'sharp'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildClient, buildQrCode } from '../../../test/build.ts'
import { sweepAtOnce } from '../../../test/storageMatchesRows.ts'
import { emptyBin } from './emptyBin.ts'

const api = useApi()
const admin = api.as('admin')
const png = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#17803d' } })
    .png()
    .toBuffer()

/** Runs all jobs that remove files. */
async function runJobs() {
  await emptyBin(api.db)
  await sweepAtOnce(api.db, api.resources.storage)
}
const images = () => api.storedFiles().filter((name) => name.endsWith('.png'))

test('pictures are kept while what shows them is in the bin, and removed after it', async () => {
  const { id: client } = await buildClient(api.db)
  const image = `data:image/png;base64,${(await png()).toString('base64')}`
  const group = await admin.post('/api/save-voucher/', {
    client,
    voucher_detail: 'Tea',
    cost: 1,
    expiry_date: '2099-01-01',
    image,
    vouchers: [{ voucher_code: 'TEA' }],
  })
  const [voucher] = (await admin.get(`/api/get-voucher/?id=${group.json().id}`)).json().results
  const form = new FormData()
  const fields = { company: 'Chai Point', value: '5', validity: '2099-01-01' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('image', new Blob([new Uint8Array(await png())], { type: 'image/png' }), 'a.png')
  const qrCode = (await admin.upload('/api/qr-codes/', form)).json()
  expect(images()).toHaveLength(2)

  const remove = async () => {
    await admin.delete(`/api/qr-codes/?qr_id=${qrCode.id}`)
    await admin.delete(`/api/delete-vouchers/?voucher_ids=${voucher.id}`)
  }
  await remove()
  await runJobs()
  expect(images()).toHaveLength(2)
  expect((await admin.post('/api/bin/restore/', { ids: [voucher.id, qrCode.id] })).statusCode).toBe(200)
  for (const url of [`/api/get-voucher/${voucher.id}/`, `/api/qr-codes/${qrCode.id}/`]) {
    const path = (await admin.get(url)).json().image.replace('http://print.test', '')
    expect((await api.as(undefined).get(path)).statusCode).toBe(200)
  }

  await remove()
  for (const id of [voucher.id, qrCode.id]) await admin.delete(`/api/bin/${id}/`)
  await runJobs()
  expect(images()).toEqual([])
  expect(await api.db`select from images`).toHaveLength(0)
})

test('a QR number that a code had before is in no bin, and keeps no picture', async () => {
  const { id, code } = await buildQrCode(api.db)
  const form = new FormData()
  form.append('code', '987654')
  expect((await admin.upload(`/api/qr-codes/update/?qr_id=${id}`, form)).statusCode).toBe(200)
  expect((await admin.get(`/api/bin/?kind=qr_code&query=${code}`)).json().count).toBe(0)
  await runJobs()
  expect(await api.db`select from qr_codes where code = ${code} and deleted_at is not null`).toHaveLength(1)
})

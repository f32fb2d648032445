import { expect, test } from './test.ts'

type Made = { id: string }

test('a company is created, edited, given vouchers, and deleted @proof', async ({ page, desk }) => {
  const { api, shop } = desk
  await desk.enter(page, 'admin')
  await page.goto(shop.url)
  await page.getByRole('link', { name: 'Companies', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Client Companies' })).toBeVisible()
  await page.getByRole('button', { name: 'Create new company' }).click()
  await expect(page).toHaveURL(/\/client_companies\/create$/)
  await expect(page.getByRole('heading', { name: 'Create New Client Company' })).toBeVisible()

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This field is Required')).toHaveCount(6)
  await expect(page.getByRole('switch', { name: 'Is advertisable' })).not.toBeChecked()
  for (const [label, text] of Object.entries({
    Name: 'Filter Coffee House',
    Phone: '+91 98440 55667',
    'Client type': '3',
    State: 'Karnataka',
    City: 'Mysuru',
    Pincode: '570001',
  })) {
    await page.getByLabel(label).fill(text)
  }
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/client_companies$/)
  const row = page.getByRole('row', { name: /Filter Coffee House/ })
  await expect(row).toContainText('98440 55667')
  await expect(row).toContainText('None yet')

  await row.getByRole('button', { name: 'Vouchers' }).click()
  await expect(page.getByText('This client has no vouchers!')).toBeVisible()
  await page.getByRole('button', { name: 'Upload vouchers' }).click()
  await row.getByRole('button', { name: 'Upload' }).click()
  const uploading = page.getByRole('dialog', { name: 'Upload vouchers of Filter Coffee House' })
  await uploading.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Upload vouchers' }).click()

  await row.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/\/client_companies\/edit\?companyInfo=/)
  await expect(page.getByRole('heading', { name: 'Edit' })).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Mysuru')
  await page.getByLabel('City').fill('Bengaluru')
  // Leaving with unsaved changes asks first.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/client_companies$/)
  await expect(row).toContainText('Bengaluru')

  // A company with a sold voucher cannot be deleted.
  const { results } = await api<{ results: Made[] }>('GET', '/api/clients/?query=filter+coffee')
  const voucher = {
    client: results[0]?.id,
    voucher_detail: 'A free coffee',
    cost: 0,
    expiry_date: '2099-12-31',
    vouchers: [{ voucher_code: 'COFFEE1' }, { voucher_code: 'COFFEE2' }],
  }
  const group = await api<Made>('POST', '/api/save-voucher/', voucher)
  const customers = await api<{ results: Made[] }>('GET', '/api/users/?is_active=true&limit=1')
  const sale = { user_id: customers.results[0]?.id, voucher_info_id: group.id }
  await api('POST', '/api/save-purchased-voucher/', sale)
  await page.reload()
  await expect(row).toContainText('Low stock')
  await expect(row).toContainText('1 of 2')
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await row.getByRole('checkbox').check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Something went wrong — please try again!')).toBeVisible()
  await expect(
    page.getByText('Filter Coffee House has sold vouchers, so it cannot be deleted.'),
  ).toBeVisible()

  await row.getByRole('button', { name: 'Vouchers' }).click()
  await expect(page).toHaveURL(/\/clientVouchers\?clientName=Filter/)
  await expect(page.getByRole('heading', { name: 'Filter Coffee House Vouchers' })).toBeVisible()
  await expect(page.getByRole('row', { name: /COFFEE2/ })).toBeVisible()
})

test('deleting a company deletes its unsold vouchers @proof', async ({ page, desk }) => {
  const place = { city: 'Pune', state: 'Maharashtra', country: 'India', pincode: '411001' }
  const names = ['Gone Soon', 'Gone Sooner']
  for (const name of names) {
    const company = { name, contact: '9844055668', client_type: 1, ...place }
    const { id } = await desk.api<Made>('POST', '/api/clients/', company)
    await desk.api('POST', '/api/save-voucher/', {
      client: id,
      voucher_detail: 'Ten percent off',
      cost: 5,
      expiry_date: '2099-12-31',
      vouchers: [{ voucher_code: 'ONE' }, { voucher_code: 'TWO' }],
    })
  }
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/client_companies`)
  await page.getByRole('searchbox').fill('gone soon')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 2 companies?' })
  await expect(question).toContainText('with their 4 codes')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No Records found')).toBeVisible()
  await expect(page.getByText('2 companies deleted')).toBeVisible()
})

test('a URL that names no company shows a message', async ({ page, desk }) => {
  await desk.enter(page, 'admin')
  for (const query of ['', '?companyInfo=%7Bbroken', '?companyInfo=%E0%A4%A']) {
    await page.goto(`${desk.shop.url}/client_companies/edit${query}`)
    await expect(page.getByText('This link is not complete')).toBeVisible()
  }
  const gone = encodeURIComponent('{"id":"01890000-0000-7000-8000-000000000000"}')
  await page.goto(`${desk.shop.url}/client_companies/edit?companyInfo=${gone}`)
  await expect(page.getByText('Company not found')).toBeVisible()
  await page.getByRole('link', { name: 'All companies' }).click()
  await expect(page.getByRole('heading', { name: 'Client Companies' })).toBeVisible()
})

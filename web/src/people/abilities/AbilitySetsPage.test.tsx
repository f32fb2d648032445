import { abilities } from '@our-print/contract/people/abilities.ts'
import {
  type AbilitySet,
  createAbilitySet,
  deleteAbilitySet,
  listAbilities,
  listAbilitySets,
  updateAbilitySet,
} from '@our-print/contract/people/abilitySets.ts'
import { abilityTexts } from '@our-print/contract/people/abilityTexts.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { screenOf } from '../../../test/screenOf.ts'
import { AbilitySetsPage } from './AbilitySetsPage.tsx'

const clerk: AbilitySet = {
  id: '01900000-0000-7000-8000-0000000000d1',
  name: 'Clerk',
  abilities: ['orders', 'customers'],
  people: [{ id: '01900000-0000-7000-8000-00000000000c', full_name: 'Leela Nair' }],
  can_give: true,
  created_at: '2026-01-03T10:00:00Z',
  version: 3,
}
const printer: AbilitySet = { ...clerk, id: clerk.id.replace('d1', 'd2'), name: 'Printer', people: [] }
const boss: AbilitySet = { ...clerk, id: clerk.id.replace('d1', 'd3'), name: 'Boss', can_give: false }

const known = answer(
  listAbilities,
  abilities.map((ability) => ({ ability, ...abilityTexts[ability], can_give: ability !== 'audit' })),
)
const sets = answer(listAbilitySets, page([boss, clerk, printer]))
const named = (name: string) => screen.findByRole('dialog', { name })

test('a set is made of the abilities that one may give, each with what it means', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<AbilitySetsPage />, [sets, known, answer(createAbilitySet, printer)])
  await screen.findByText('Boss')
  await user.click(screen.getByRole('button', { name: 'New ability set' }))
  const dialog = within(await named('New ability set'))
  expect(await dialog.findByText(/^Gives coins to customers and takes them back/)).toBeVisible()
  expect(dialog.queryByRole('checkbox', { name: /Read the audit/ })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Choose at least one ability')).toBeVisible()
  await user.click(dialog.getByLabelText('Name'))
  await user.paste('Printer')
  await user.click(dialog.getByRole('checkbox', { name: /Work the print floor/ }))
  await user.click(dialog.getByRole('checkbox', { name: /Take in and change orders/ }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Printer can be given to staff users now')).toBeVisible()
  const sent = calls.find(({ method }) => method === 'POST')?.body
  expect(sent).toEqual({ name: 'Printer', abilities: ['orders', 'floor'] })
})

test('a set is changed with its version; one with more than one’s own is only shown', async () => {
  screenOf(1280)
  const user = userEvent.setup()
  const { calls } = renderPage(<AbilitySetsPage />, [
    sets,
    known,
    answer(updateAbilitySet, { ...clerk, abilities: ['orders'], version: 4 }),
  ])
  const row = within(await screen.findByRole('row', { name: /Clerk/ }))
  expect(row.getByText('Take in and change orders · See customers’ data')).toBeVisible()
  expect(row.getByText('Leela Nair')).toBeVisible()
  const above = within(screen.getByRole('row', { name: /Boss/ }))
  expect(above.getByText('Beyond yours')).toBeVisible()
  expect(above.queryByRole('button')).toBeNull()
  await user.click(row.getByRole('button', { name: 'Edit Clerk' }))
  const dialog = within(await named('Edit Clerk'))
  await user.click(await dialog.findByRole('checkbox', { name: /See customers’ data/ }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Clerk saved')).toBeVisible()
  const sent = calls.find(({ method }) => method === 'PATCH')?.body
  expect(sent).toEqual({ abilities: ['orders'], version: 3 })
})

test('a set is deleted after a question, and not while somebody has it', async () => {
  screenOf(1280)
  const user = userEvent.setup()
  const { calls } = renderPage(<AbilitySetsPage />, [sets, known, answer(deleteAbilitySet, null)])
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `More actions for ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  }
  await choose('Clerk')
  expect(await screen.findByText(/1 person has it: Leela Nair/)).toBeVisible()
  await choose('Printer')
  await user.click(within(await named('Delete Printer?')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Printer deleted')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url.pathname)).toEqual([
    `/api/ability-sets/${printer.id}/`,
  ])
})

test('a failed list says why, and a refusal stands in the dialog', async () => {
  const user = userEvent.setup()
  const message = 'You cannot give or take what you may not do yourself: “Grant coins”'
  renderPage(<AbilitySetsPage />, [sets, known, refuse(createAbilitySet, 403, { message })])
  await screen.findByText('Boss')
  await user.click(screen.getByRole('button', { name: 'New ability set' }))
  const dialog = within(await named('New ability set'))
  await user.click(dialog.getByLabelText('Name'))
  await user.paste('Mint')
  await user.click(await dialog.findByRole('checkbox', { name: /Grant coins/ }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(message)).toBeVisible()
})

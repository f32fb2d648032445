import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { scopes } from '@our-print/contract/people/apiKeys.ts'
import { expect, test } from 'vitest'

const docs = new URL('../docs/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, docs), 'utf8')
const markdownIn = (folder: string) =>
  readdirSync(new URL(folder, docs)).filter((name) => name.endsWith('.md'))
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0

const decisions = markdownIn('decisions/')

test.each(decisions)('%s has a context, a decision and consequences, on one screen', (name) => {
  const text = read(`decisions/${name}`)
  const parts = text.match(/^\*\*(Context|Decision|Consequences)\b/gm)
  expect([...new Set(parts)]).toEqual(['**Context', '**Decision', '**Consequences'])
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
  expect(wordsOf(text)).toBeLessThanOrEqual(260)
})

test('decisions that a document or a comment names exist', () => {
  const linked = [...decisions.map((name) => `decisions/${name}`), ...markdownIn('.')].flatMap((page) =>
    [...read(page).matchAll(/\]\((?:decisions\/)?(\d{3}-[\w-]+\.md)/g)].map(([, name = '']) => name),
  )
  expect(linked.filter((name) => !decisions.includes(name))).toEqual([])
})

test('commands beside the service take its settings, or a backup and a verification would know others', () => {
  const settings = fileURLToPath(new URL('../.env.example', docs))
  const sourced = execFileSync('/bin/sh', [
    '-c',
    'set -a; . "$0"; printf %s "$PHONE_REGION $DATA_DIR"',
    settings,
  ])
  expect(sourced.toString()).toBe('IN ./data')
  const blocks = [...read('operations.md').matchAll(/```sh systemd\n(.*?)```/gs)].map(
    ([, block = '']) => block,
  )
  const commands = blocks.filter((block) => /npm run (?!build)/.test(block))
  expect(commands.length).toBeGreaterThan(1)
  expect(
    commands.filter((block) => !/set -a; \. \/etc\/our-print\.env\n(.*\n)*?npm run (?!build)/.test(block)),
  ).toEqual([])
})

test('a person who integrates another system reads of every scope', () => {
  const listed = [...read('integrate.md').matchAll(/^\| `(\w+:\w+)` \|/gm)].map(([, scope = '']) => scope)
  expect(listed.toSorted()).toEqual([...scopes].toSorted())
})

test('all documents together are read in an hour', () => {
  // Without what is not read but looked up: the glossary, and the tables that a command writes.
  const readInFull = markdownIn('.').filter((name) => name !== 'glossary.md')
  const pages = ['../README.md', ...readInFull, ...decisions.map((name) => `decisions/${name}`)]
  const written = (page: string) => read(page).replace(/<!-- (\w+) -->.*?<!-- end of \1 -->/gs, '')
  expect(pages.reduce((sum, page) => sum + wordsOf(written(page)), 0)).toBeLessThanOrEqual(15_500)
})

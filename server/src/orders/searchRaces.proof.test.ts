import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { buildClient, buildCoupon, buildOrder, buildUser } from '../../test/build.ts'
import { useDatabase } from '../../test/database.ts'
import type { Db, Pool, Transaction } from '../base/database/db.ts'
import * as customers from '../people/customers/customers.queries.ts'
import * as clients from '../rewards/clients/clients.queries.ts'

// The search words of an order come from the order and its customer. When two transactions each change one of them, and
// the first is paused before its commit, the words must have both changes.

const { db } = useDatabase()

let customer: { id: string }
let order: { id: string }
let company: { id: string }
let run = 1000
beforeEach(async () => {
  run++
  customer = await buildUser(db, { first_name: 'Old', last_name: 'Name' })
  order = await buildOrder(db, { user: customer.id, title: 'First' })
  company = await buildClient(db, { name: 'Old Mills' })
  await db`update orders set version = version + 1, client_id = ${company.id} where id = ${order.id}`
})

type Work = (tx: Db) => Promise<unknown>

const rename: Work = (tx) => customers.update(tx, customer.id, { first_name: 'New' })
const renameAtOnce: Work = (tx) =>
  tx`update users set version = version + 1, first_name = 'New' where id = ${customer.id}`
const renumber: Work = (tx) => customers.update(tx, customer.id, { mobile: `+91970000${run}` })
const retitle: Work = (tx) =>
  tx`update orders set version = version + 1, title = 'Second' where id = ${order.id}`
const addOrder: Work = (tx) => buildOrder(tx, { user: customer.id, title: 'Another' })
const moveToOtherCustomer: Work = async (tx) => {
  const { id } = await buildUser(tx, { first_name: 'Elsewhere' })
  await tx`update orders set version = version + 1, user_id = ${id} where id = ${order.id}`
}

/** Starts a transaction, does its work, and pauses before the commit. */
async function startPaused(pool: Pool, work: Work) {
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>()
  const { promise: worked, resolve: markWorked, reject } = Promise.withResolvers<void>()
  const done = pool.begin(async (tx: Transaction) => {
    await work(tx)
    markWorked()
    await resumed
  })
  done.catch(reject)
  await worked
  return { resume, done }
}

/** Waits until a statement waits for a lock, or the other transaction has ended without waiting. */
async function untilWaiting(other: Promise<unknown>) {
  const ended = other.then(
    () => true,
    () => true,
  )
  for (let attempt = 0; attempt < 400; attempt++) {
    if (await Promise.race([ended, sleep(5, false)])) return
    const [row] = await db`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`
    if (row) return
  }
}

const wrongWords = () => db`
  select s.words, order_search_words(o, u) as wanted, c.words as of_customer
  from orders o join users u on u.id = o.user_id left join order_search s on s.order_id = o.id
  left join customer_search c on c.user_id = s.user_id
  where (s.words, s.user_id, c.words)
    is distinct from (order_search_words(o, u), o.user_id, customer_search_words(u))`

const addFile: Work = (tx) => tx`
  insert into order_files (order_id, name, content_type, size, page_count, storage_key, sha256)
  values (${order.id}, 'Cover.pdf', 'application/pdf', 1, 1, ${`races/${run}/${Math.random()}`}, repeat('0', 64))`
const readdress: Work = (tx) => tx`
  update orders set version = version + 1, notes = 'Ring twice', address = address || '{"pincode": "560001"}'
  where id = ${order.id}`
const renameCompany: Work = (tx) => clients.update(tx, company.id, { name: 'New Mills' })
const renameCompanyAtOnce: Work = (tx) =>
  tx`update clients set version = version + 1, name = 'New Mills' where id = ${company.id}`
const billOther: Work = async (tx) => {
  const { id } = await buildClient(tx, { name: 'Elsewhere Mills' })
  await tx`update orders set version = version + 1, client_id = ${id} where id = ${order.id}`
}
const addBilled: Work = async (tx) => {
  const { id } = await buildOrder(tx, { user: customer.id, title: 'Billed' })
  await tx`update orders set version = version + 1, client_id = ${company.id} where id = ${id}`
}
const works = {
  renameCompany,
  renameCompanyAtOnce,
  billOther,
  addBilled,
  addFile,
  readdress,
  rename,
  renameAtOnce,
  renumber,
  retitle,
  addOrder,
  moveToOtherCustomer,
}
const pairs = Object.entries(works).flatMap(([first, one]) =>
  Object.entries(works).map(([second, other]) => ({ first, second, one, other })),
)

test.each(pairs)('$first, and meanwhile $second', async ({ one, other }) => {
  const first = await startPaused(db, one)
  const second = db.begin(other)
  second.catch(() => {})
  await untilWaiting(second)
  first.resume()
  await first.done
  await second
  expect(await wrongWords()).toEqual([])
})

test('many concurrent changes leave no wrong words', async () => {
  const renamed = await Promise.all(Array.from({ length: 3 }, () => buildUser(db)))
  const orders = await Promise.all(
    renamed.flatMap(({ id }) => [1, 2, 3].map(() => buildOrder(db, { user: id }))),
  )
  const ended = await Promise.allSettled(
    Array.from({ length: 120 }, (_, turn) => {
      const user = renamed[turn % renamed.length] ?? customer
      const some = orders[(turn * 7) % orders.length] ?? order
      return db.begin((tx): Promise<unknown> => {
        if (turn % 4 === 0) return customers.update(tx, user.id, { last_name: `Name ${turn}` })
        if (turn % 4 === 1) return buildOrder(tx, { user: user.id, title: `Job ${turn}` })
        if (turn % 4 === 2)
          return tx`update orders set version = version + 1, title = ${`Title ${turn}`} where id = ${some.id}`
        return tx`
          update orders set version = version + 1, notes = ${`Note ${turn}`}, title = ${`Titled ${turn}`}
          where id in (select id from orders where user_id = ${user.id} order by id limit 3)`
      })
    }),
  )
  // Statements that update several orders without a fixed sequence may deadlock; the app has no such statement.
  const failed = ended.flatMap((one) =>
    one.status === 'rejected' ? [(one.reason as { code: string }).code] : [],
  )
  expect(failed.filter((code) => code !== '40P01')).toEqual([])
  expect(await wrongWords()).toEqual([])
})

test('two first orders of one customer with a coupon for new customers do not deadlock', async () => {
  const coupon = await buildCoupon(db, { isfornew: true })
  const lockThenTake: Work = async (tx) => {
    await tx`select 1 from coupons where id = ${coupon.id} for no key update`
    await tx`select 1 from users where id = ${customer.id} for no key update`
    await addOrder(tx)
  }
  const attachLater: Work = async (tx) => {
    await addOrder(tx)
    await tx`select 1 from users where id = ${customer.id} for no key update`
  }
  await Promise.all(
    [lockThenTake, attachLater, attachLater, rename, lockThenTake].map((work) => db.begin(work)),
  )
  expect(await wrongWords()).toEqual([])
})

/** As an order is taken in: its customer is locked early, the company only by the order. */
const takeIn: Work = async (tx) => {
  await tx`select 1 from users where id = ${customer.id} for no key update`
  await sleep(2)
  await addBilled(tx)
}

test('a company is renamed while an order for it is taken in', async () => {
  const { promise: isWaiting, resolve: go } = Promise.withResolvers<void>()
  const taking = startPaused(db, async (tx) => {
    await tx`select 1 from users where id = ${customer.id} for no key update`
    await isWaiting
    await addBilled(tx)
  })
  taking.catch(() => {})
  await sleep(50)
  const renaming = db.begin(renameCompany)
  renaming.catch(() => {})
  await untilWaiting(renaming)
  go()
  const taken = await taking
  taken.resume()
  await taken.done
  await renaming
  expect(await wrongWords()).toEqual([])
})

test('a company is renamed again and again while orders for it are taken in', async () => {
  for (let round = 0; round < 25; round++) {
    const name = `Mills ${round}`
    await Promise.all([
      ...[takeIn, takeIn, takeIn].map((work) => db.begin(work)),
      ...[name, `${name} & Sons`].map((each) =>
        db.begin((tx) => clients.update(tx, company.id, { name: each })),
      ),
    ])
  }
  expect(await wrongWords()).toEqual([])
})

/** P17: report pages far behind the first one, in a PostgreSQL of the benchmark's own. */
import { fromPg, sqlRepository } from 'hospital-payments/sql'
import pg from 'pg'
import type { OwnServer } from '../../test/support/databases/own-server.js'
import { interleave, ratios, spread, timeOnTheWall } from './measure.js'
import { cursorBehind, pageSize, serviceOf } from './report-pages.js'
import { atMost, type Figure, times, withoutGoal } from './results.js'
import { blocksReadByPostgres, ListeningClient } from './rows-read.js'
import { readColumns, tenant } from './stored/rows.js'

/** The rounds, each with one reading of each page: other work of the machine hits all of them alike. */
const rounds = 301
/** The number of pages that are read once, so far from each other that they share no block. */
const pagesOnce = 41
const apart = 10

interface Page {
  /** Reads the page by the service. */
  ours(): Promise<unknown>
  /** Reads the page by the bare prepared query for the same rows. */
  bare(): Promise<unknown>
}

interface Position {
  readonly at: string
  readonly id: string
}

const all = `SELECT ${readColumns.join(', ')} FROM hp_payments WHERE tenant = $1`
const ordered = (limit: string) => `ORDER BY created_at, id LIMIT ${limit}`

/** Measures each page of `numbers` against page 1: in the server's memory, and read for the first time since its start. */
export async function farPageFigures(server: OwnServer, url: string, numbers: readonly number[]): Promise<Figure[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1, Client: ListeningClient })
  const repository = sqlRepository(fromPg(pool))
  const payments = serviceOf(repository)

  /** Finds the last payment before every tenth page, `count` of them, from that page on; page 1 has none before it. */
  async function positions(from: number, count: number): Promise<Position[]> {
    const rows = (count - 1) * apart * pageSize + 1
    const values = [tenant, (from - 1) * pageSize - 1, rows]
    const sql = `SELECT created_at AS at, id FROM hp_payments WHERE tenant = $1 ${ordered('$3')} OFFSET $2`
    const result = await pool.query<Position>(sql, values)
    return result.rows.filter((_, index) => index % (apart * pageSize) === 0)
  }

  async function pageBehind({ at, id }: Position): Promise<Page> {
    const cursor = await cursorBehind(repository, {}, (await payments.getPayment(id))!)
    const text = `${all} AND (created_at, id) > ($2, $3) ${ordered('$4')}`
    const values = [tenant, at, id, pageSize + 1]
    return { ours: () => read(cursor), bare: () => pool.query({ name: 'bare page', text, values }) }
  }

  async function read(cursor?: string): Promise<void> {
    const { items } = await payments.reportPayments({ limit: pageSize, cursor })
    if (items.length !== pageSize) throw new Error(`a page of ${items.length} rows`)
  }

  async function blocks({ ours }: Page): Promise<number> {
    const client = (await pool.connect()) as unknown as ListeningClient & pg.PoolClient
    client.release()
    return blocksReadByPostgres(client, ours)
  }

  const first: Page = {
    ours: () => read(),
    bare: () => pool.query({ name: 'bare first', text: `${all} ${ordered('$2')}`, values: [tenant, pageSize + 1] }),
  }
  const far = await Promise.all(
    numbers.map(async (number) => {
      const [position] = await positions(number, 1)
      return { number, page: await pageBehind(position!) }
    }),
  )
  const figures: Figure[] = []

  const contenders: Record<string, () => Promise<unknown>> = { first: first.ours, 'bare first': first.bare }
  for (const { number, page } of far) Object.assign(contenders, { [number]: page.ours, [`bare ${number}`]: page.bare })
  for (const read of Object.values(contenders)) for (let known = 0; known < 10; known++) await read()
  const known = await interleave(rounds, contenders, timeOnTheWall)
  for (const { number, page } of far) {
    const [ours, bare] = [known[number]!, known[`bare ${number}`]!]
    figures.push(
      atMost(1.5, times, {
        what: `report page ${number.toLocaleString('en')} of ${pageSize} against page 1, both read before`,
        measured: `${ms(ours)} (${ms(known['first']!)})`,
        figure: ratios(ours, known['first']!),
      }),
      withoutGoal(times, {
        what: `page ${number.toLocaleString('en')} against the bare prepared query for its rows`,
        measured: `${ms(ours)} (${ms(bare)})`,
        figure: ratios(ours, bare),
      }),
      withoutGoal(times, {
        what: `that bare query against the one for page 1`,
        measured: `${ms(bare)} (${ms(known['bare first']!)})`,
        figure: ratios(bare, known['bare first']!),
      }),
      blocksFigure(number, await blocks(page), await blocks(first)),
    )
  }

  const onceOf = async (from: number) => Promise.all((await positions(from, pagesOnce)).map(pageBehind))
  const between = (await positions(Math.ceil(numbers.at(-1)! / 2), 1))[0]!
  const middle = await pageBehind(between)
  const once = new Map([[1, await onceOf(1 + apart)]])
  for (const number of numbers) once.set(number, await onceOf(number - pagesOnce * apart))
  await server.restart()
  // The connection, its catalogue and its prepared statement; the pages that follow are as the restart left them.
  await middle.ours()
  const turns = new Map<number, number>()
  const next = (number: number) => {
    const turn = turns.get(number) ?? 0
    turns.set(number, turn + 1)
    return once.get(number)![turn]!.ours()
  }
  const fresh = await interleave(
    pagesOnce,
    Object.fromEntries([...once.keys()].map((number) => [String(number), () => next(number)])),
    timeOnTheWall,
  )
  for (const number of numbers)
    figures.push(
      atMost(1.5, times, {
        what: `pages before ${number.toLocaleString('en')} against pages behind 1, each read once, after a restart of the server`,
        measured: `${ms(fresh[number]!)} (${ms(fresh[1]!)})`,
        figure: ratios(fresh[number]!, fresh[1]!),
      }),
    )
  await pool.end()
  return figures
}

const ms = (timings: readonly number[]) => `${spread(timings).median.toFixed(2)} ms`

function blocksFigure(number: number, far: number, first: number): Figure {
  return atMost(1.5, times, {
    what: `blocks of 8 KiB that the server reads for page ${number.toLocaleString('en')} against page 1`,
    measured: `${far} (${first})`,
    figure: spread([far / first]),
  })
}

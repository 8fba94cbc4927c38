/**
 * Prisma is not among our packages: it is 300 MB, and some of its packages ask for Node 22. To run this, make a folder elsewhere with
 * prisma, @prisma/client and @prisma/adapter-pg 7.10, a schema (provider `prisma-client`, output `generated`) with
 * `model Invoice { number String @id @@map("invoices") }`, run `prisma generate` with PRISMA_SCHEMA_ENGINE_BINARY=/bin/true,
 * and name the folder in HP_TEST_PRISMA.
 */
import { existsSync } from 'node:fs'
import type { HospitalPayments, HostTransaction as OpenTransaction } from 'hospital-payments'
import { expect, it } from 'vitest'
import { onEach, postgres } from '../../support/databases/index.js'
import type { PgDatabase } from '../../support/databases/index.js'
import { refusal, request } from '../../support/service.js'
import { reads } from './cases/reads.js'
import { together } from './cases/together.js'
import { declareFor } from './hospital.js'
import type { Host, HostEntry, Place } from './host.js'

const folder = process.env['HP_TEST_PRISMA'] ?? ''

type Transaction = OpenTransaction & {
  invoice: { create(row: object): Promise<unknown> }
  $queryRawUnsafe(text: string): Promise<object[]>
}

interface Client {
  $transaction<Result>(work: (tx: Transaction) => Promise<Result>, options: object): Promise<Result>
  $disconnect(): Promise<void>
}

/** What `payments.within` must refuse. */
const clients = new WeakMap<Host, Client>()

const prismaHost: HostEntry<PgDatabase> = {
  library: 'Prisma',
  async connect({ url }) {
    const { PrismaClient } = (await import(`${folder}/generated/client.ts`)) as {
      PrismaClient: new (o: object) => Client
    }
    const adapters = `${folder}/node_modules/@prisma/adapter-pg/dist/index.mjs`
    const { PrismaPg } = (await import(adapters)) as { PrismaPg: new (options: object) => object }
    const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: url, max: 4 }) })
    const noBridge = () => {
      throw new Error('These cases go through payments.within alone.')
    }
    const host: Host = {
      transaction: (work) =>
        prisma.$transaction(
          (tx) =>
            work({
              get database() {
                return noBridge()
              },
              connection: tx,
              addInvoice: (number) => tx.invoice.create({ data: { number } }),
              query: (text) => tx.$queryRawUnsafe(text),
            }),
          { timeout: 30_000 },
        ),
      outside: noBridge,
      end: () => prisma.$disconnect(),
    }
    clients.set(host, prisma)
    return host
  },
}

const place: Place<PgDatabase> = {
  name: 'postgres, by Prisma',
  lack: async () =>
    existsSync(`${folder}/generated/client.ts`)
      ? postgres.lack()
      : { reason: 'HP_TEST_PRISMA names no folder with a generated client of Prisma', optional: true },
  database: postgres,
  hosts: [prismaHost],
  instants: [],
  isServer: true,
}

onEach([place], 'payments.within', (entry) => {
  declareFor(
    entry,
    (hospital) => {
      together(hospital)
      reads(hospital)

      it('is refused for the client itself, and after the transaction has ended', async () => {
        const { host, within, payments } = hospital()
        expect(() => payments.within(clients.get(host) as never)).toThrow('open a transaction first')
        const left: HospitalPayments[] = []
        await host.transaction(async (tx) => void left.push(within(tx)))
        const error = await refusal(left[0]!.createPayment(request()), 'storage_unavailable')
        expect(error.message).toContain('open a transaction first')
        expect(error.retryable).toBe(false)
      })

      it('leaves the transaction usable after a conflict', async () => {
        const { host, within, payments } = hospital()
        await payments.createPayment(request())
        await host.transaction(async (tx) => {
          await refusal(within(tx).createPayment(request()), 'reference_conflict')
          await within(tx).createPayment(request({ reference: 'INV-2' }))
        })
        expect((await payments.reportPayments()).items).toHaveLength(2)
      })
    },
    'within',
  )
})

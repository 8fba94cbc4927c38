/**
 * The client of Prisma 7 for a schema with `model Invoice { number String @id @@map("invoices") }`, without its program `prisma`, which
 * is large and downloads an engine. `generated.json` holds what `prisma generate` writes into `internal/class.ts` for each
 * provider: to renew it, run `PRISMA_SCHEMA_ENGINE_BINARY=/bin/true npx prisma generate` over the schemas that it holds.
 */
import { readFileSync } from 'node:fs'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import { PrismaPg } from '@prisma/adapter-pg'
import * as runtime from '@prisma/client/runtime/client'

type Provider = 'postgresql' | 'mysql' | 'sqlite'
type Adapter = PrismaPg | PrismaMariaDb | PrismaLibSql

/** The client as far as it is used, with the signatures of the generated one. */
export interface PrismaClient {
  $connect(): runtime.Types.Utils.JsPromise<void>
  $disconnect(): runtime.Types.Utils.JsPromise<void>
  $on(event: never, callback: (event: object) => void): PrismaClient
  $extends(extension: object): unknown
  $executeRawUnsafe(query: string, ...values: unknown[]): Promise<number>
  $queryRawUnsafe<Result = unknown>(query: string, ...values: unknown[]): Promise<Result>
  $transaction<Result>(
    work: (tx: PrismaTransaction) => Promise<Result>,
    options?: { maxWait?: number; timeout?: number; isolationLevel?: string },
  ): runtime.Types.Utils.JsPromise<Result>
  readonly invoice: { create(row: { data: { number: string } }): Promise<{ number: string }> }
}

export type PrismaTransaction = Omit<PrismaClient, runtime.ITXClientDenyList>

type PrismaClientClass = new (options: { adapter: Adapter }) => PrismaClient

type Generated = Pick<
  runtime.GetPrismaClientConfig,
  'activeProvider' | 'inlineSchema' | 'runtimeDataModel' | 'parameterizationSchema'
>

const generated = JSON.parse(readFileSync(new URL('generated.json', import.meta.url), 'utf8')) as Record<
  Provider,
  Generated
>

/** The types of Node name no constructor. */
const { Module } = Reflect.get(globalThis, 'WebAssembly') as { Module: new (bytes: Buffer) => object }

/** Loads what `prisma generate` writes for a provider. */
export function prismaClient(provider: Provider): PrismaClientClass {
  const compiler = `@prisma/client/runtime/query_compiler_fast_bg.${provider}`
  const config: runtime.GetPrismaClientConfig = {
    ...generated[provider],
    previewFeatures: [],
    clientVersion: '7.10.0',
    engineVersion: '',
    compilerWasm: {
      getRuntime: () => import(`${compiler}.mjs`),
      async getQueryCompilerWasmModule() {
        const { wasm } = (await import(`${compiler}.wasm-base64.mjs`)) as { wasm: string }
        return new Module(Buffer.from(wasm, 'base64'))
      },
      importName: './query_compiler_fast_bg.js',
    },
  }
  return runtime.getPrismaClient(config) as unknown as PrismaClientClass
}

/** At most four connections, as the other hosts of the tests have. */
export const connectPrisma = {
  postgres: (url: string) =>
    new (prismaClient('postgresql'))({ adapter: new PrismaPg({ connectionString: url, max: 4 }) }),
  mariadb: (url: string) => new (prismaClient('mysql'))({ adapter: new PrismaMariaDb(mariadbUrl(url)) }),
  sqlite: (file: string) => new (prismaClient('sqlite'))({ adapter: new PrismaLibSql({ url: `file:${file}` }) }),
}

function mariadbUrl(text: string): string {
  const url = new URL(text)
  url.searchParams.set('connectionLimit', '4')
  return url.href
}

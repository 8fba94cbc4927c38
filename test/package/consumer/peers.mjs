import { createRequire } from 'node:module'
import * as statements from 'hospital-payments/statements'
import { read } from './scenario.cjs'

await read(statements)
await read(createRequire(import.meta.url)('hospital-payments/statements'))

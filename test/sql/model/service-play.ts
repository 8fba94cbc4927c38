/** One sequence of calls of the service, each made over memory and over the storage under test. */
import { memoryRepository, type PaymentRepository } from 'hospital-payments'
import type fc from 'fast-check'
import { contents } from '../../support/service.js'
import { agreed, expectEqual } from './agree.js'
import { record } from './draw.js'
import { everyReport, type Operation, operations } from './operations.js'
import type { Tally } from './play.js'
import { type Setting, settings } from './setting.js'
import { Side } from './side.js'

export interface ServiceSequence {
  readonly setting: Setting
  readonly operations: readonly Operation[]
}

export const sequencesOfOperations: fc.Arbitrary<ServiceSequence> = record({ setting: settings, operations })

export async function playService(
  { setting, operations }: ServiceSequence,
  storage: PaymentRepository,
  tally: Tally = {},
): Promise<void> {
  const model = memoryRepository()
  const [right, tested] = [new Side(setting, model), new Side(setting, storage)]
  for (const operation of [...operations, ...everyReport]) {
    const answer = await right.run(operation)
    expectEqual(await tested.run(operation), answer, operation)
    const name = `${operation.kind} ${(answer as { code?: string } | null)?.code ?? 'done'}`
    tally[name] = (tally[name] ?? 0) + 1
  }
  await agreed({ model, storage }, 'payments and histories', contents)
}

import type { Proof } from '../proof.js'
import { atomicityCases } from './atomicity.js'
import { attemptCases } from './attempts.js'
import { comparisonCases } from './comparison.js'
import { customerCases } from './customers.js'
import { fidelityCases } from './fidelity.js'
import { flagCases } from './flags.js'
import { groupRaceCases } from './group-races.js'
import { historyCases } from './history.js'
import { independenceCases } from './independence.js'
import { insertCases } from './insert.js'
import { insertGroupCases } from './insert-groups.js'
import { isolationCases } from './isolation.js'
import { leaseCases } from './leases.js'
import { lookupCases } from './lookup.js'
import { orderCases } from './order-of-events.js'
import { pagingCases } from './paging.js'
import { millisecondCases } from './milliseconds.js'
import { raceCases } from './races.js'
import { reconciledCases } from './reconciled.js'
import { refusalCases } from './refusals.js'
import { replaceGroupCases } from './replace-groups.js'
import { replaceCases } from './replace.js'
import { scanCases } from './scan.js'
import { sizeCases } from './sizes.js'
import { totalsCases } from './totals.js'
import { visibilityCases } from './visibility.js'
import { wholenessCases } from './wholeness.js'

export const cases: readonly Proof[] = [
  ...insertCases,
  ...replaceCases,
  ...atomicityCases,
  ...raceCases,
  ...insertGroupCases,
  ...replaceGroupCases,
  ...groupRaceCases,
  ...isolationCases,
  ...wholenessCases,
  ...reconciledCases,
  ...independenceCases,
  ...fidelityCases,
  ...millisecondCases,
  ...comparisonCases,
  ...customerCases,
  ...visibilityCases,
  ...pagingCases,
  ...flagCases,
  ...scanCases,
  ...lookupCases,
  ...totalsCases,
  ...historyCases,
  ...orderCases,
  ...leaseCases,
  ...attemptCases,
  ...refusalCases,
  ...sizeCases,
]

import type { Proof } from '../proof.js'
import { atomicityCases } from './atomicity.js'
import { attemptCases } from './attempts.js'
import { comparisonCases } from './comparison.js'
import { fidelityCases } from './fidelity.js'
import { historyCases } from './history.js'
import { independenceCases } from './independence.js'
import { insertCases } from './insert.js'
import { isolationCases } from './isolation.js'
import { leaseCases } from './leases.js'
import { lookupCases } from './lookup.js'
import { orderCases } from './order-of-events.js'
import { pagingCases } from './paging.js'
import { raceCases } from './races.js'
import { refusalCases } from './refusals.js'
import { replaceCases } from './replace.js'
import { scanCases } from './scan.js'
import { totalsCases } from './totals.js'
import { visibilityCases } from './visibility.js'
import { wholenessCases } from './wholeness.js'

export const cases: readonly Proof[] = [
  ...insertCases,
  ...replaceCases,
  ...atomicityCases,
  ...raceCases,
  ...isolationCases,
  ...wholenessCases,
  ...independenceCases,
  ...fidelityCases,
  ...comparisonCases,
  ...visibilityCases,
  ...pagingCases,
  ...scanCases,
  ...lookupCases,
  ...totalsCases,
  ...historyCases,
  ...orderCases,
  ...leaseCases,
  ...attemptCases,
  ...refusalCases,
]

import type { FinanceProof } from '../proof.js'
import { accountCases } from './accounts.js'
import { candidateCases } from './candidates.js'
import { chainCases } from './chains.js'
import { closingCases } from './closings.js'
import { deletionCases } from './deletions.js'
import { erasureCases } from './erasure.js'
import { eventsByTimeCases } from './events-by-time.js'
import { importCases } from './imports.js'
import { lineFilterCases } from './line-filters.js'
import { lineGroupCases } from './line-groups.js'
import { lineHistoryCases } from './line-history.js'
import { linePageCases } from './line-pages.js'
import { lineRaceCases } from './line-races.js'
import { lineRefusalCases } from './line-refusals.js'
import { lineScanCases } from './line-scans.js'
import { lineSumCases } from './line-sums.js'
import { lineValueCases } from './line-values.js'
import { paymentReadCases } from './payment-reads.js'
import { receiptCases } from './receipts.js'
import { refundEventCases } from './refund-events.js'
import { refundRaceCases } from './refund-races.js'
import { refundReadCases } from './refund-reads.js'
import { refundRefusalCases } from './refund-refusals.js'
import { refundValueCases } from './refund-values.js'
import { replaceLineCases } from './replace-lines.js'
import { replaceRefundCases } from './replace-refunds.js'
import { searchCases } from './search.js'
import { sessionCases } from './sessions.js'

export const financeCases: readonly FinanceProof[] = [
  ...replaceLineCases,
  ...lineRaceCases,
  ...lineGroupCases,
  ...lineHistoryCases,
  ...erasureCases,
  ...linePageCases,
  ...lineFilterCases,
  ...lineScanCases,
  ...lineSumCases,
  ...importCases,
  ...searchCases,
  ...candidateCases,
  ...paymentReadCases,
  ...lineValueCases,
  ...lineRefusalCases,
  ...replaceRefundCases,
  ...refundEventCases,
  ...refundRaceCases,
  ...refundReadCases,
  ...refundValueCases,
  ...refundRefusalCases,
  ...closingCases,
  ...chainCases,
  ...receiptCases,
  ...accountCases,
  ...sessionCases,
  ...deletionCases,
  ...eventsByTimeCases,
]

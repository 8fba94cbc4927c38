import { isLarge } from '../support/kit-sizes.js'
import { declareJournalConformance, journalPaths } from './custom-repository.js'

declareJournalConformance(journalPaths(), isLarge)

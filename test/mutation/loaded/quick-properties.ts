/** A mutant needs one example that fails, not the shortest, and few examples: thousands of mutants are run. */
import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 20, endOnFailure: true })

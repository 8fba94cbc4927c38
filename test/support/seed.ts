/**
 * The examples that properties draw: the same in each run, so that a run fails because of a change and of nothing else.
 * A long form (HP_LONG=1, HP_SEQUENCES=1000) and HP_SEED=random draw new ones; HP_SEED, as a failure prints it, draws
 * those again.
 */
import fc from 'fast-check'
import { examples, isShort } from './rounds.js'

const { HP_SEED, HP_LONG, HP_SEQUENCES } = process.env
const isLong = HP_LONG === '1' || Number(HP_SEQUENCES) >= 1000
const seed = HP_SEED ?? (isLong ? 'random' : '1')

if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) })
// Without a number of its own, a property draws a hundred.
if (isShort) fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: examples(100) })

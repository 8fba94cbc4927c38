import { isLarge } from '../support/kit-sizes.js'
import { declareDryRunKit } from './dry-run-kit.js'

declareDryRunKit(isLarge)
